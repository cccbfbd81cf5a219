import type { Examined } from '../console/doctor/check.ts'
import type { ReportProgress } from '../platform/progress.ts'
import { type Option, type Parameters, parseLine, type ParsedLine, type Positional } from './parse.ts'
import type { Value } from './value.ts'

export interface CommandContext extends Examined {
  /** Of the caller: relative paths of the command line begin there. */
  readonly cwd: string
  /** Shows how far the command is; as often as it likes. */
  readonly progress: ReportProgress
  /** Aborts with `Interrupted` when the caller is gone or interrupts the command, or when the server stops. */
  readonly signal: AbortSignal
}

export interface Declaration extends Parameters {
  /** `['users', 'create']`: the group first. */
  readonly words: readonly [string, ...string[]]
  /** One line without a full stop. */
  readonly summary: string
  /** Two to four sentences for the help of a command that needs them. */
  readonly details?: string
  readonly example: string
  /** Of a long command, one sentence: what an interruption leaves. */
  readonly interrupted?: string
  /** Exit codes and their meaning, if they differ from those of other commands. */
  readonly exits?: Readonly<Record<number, string>>
}

export interface Done {
  readonly result: object
  /** For people, without a line break at the end. */
  readonly text: string
  /** For people, on standard error, so that programs get the text alone. */
  readonly note?: string | undefined
  /** One sentence when the result is itself a failure; the exit code is then 1. */
  readonly failure: string | undefined
}

export interface Prepared<Given = CommandContext> {
  readonly words: readonly string[]
  readonly json: boolean
  /** Runs so often that it would fill the log. */
  readonly quiet: boolean
  /** May take longer than a minute: no deadline ends it, and it reports its progress. */
  readonly long: boolean
  /** One sentence: what an interruption leaves. */
  readonly interrupted: string
  /** Runs on the schema as it is. Before other commands, the database is migrated. */
  readonly onAnySchema?: boolean
  readonly run: (context: Given) => Promise<Done>
}

export interface Command extends Declaration {
  /** Parses the arguments after the command's words. Throws UsageError. */
  readonly prepare: (argv: readonly string[]) => Prepared | 'help'
}

type OptionInput<Given> = Given extends { value: 'flag' }
  ? boolean
  : Given extends { value: Value<infer Type>; required: true }
    ? Type
    : Given extends { value: Value<infer Type> }
      ? Type | undefined
      : never

type PositionalInput<Given> = Given extends { value: Value<infer Type>; optional: true }
  ? Type | undefined
  : Given extends { value: Value<infer Type> }
    ? Type
    : never

type Input<Options, Positionals> = {
  readonly [Key in keyof Options]: OptionInput<Options[Key]>
} & {
  readonly [Key in keyof Positionals]: PositionalInput<Positionals[Key]>
}

interface Definition<Options, Positionals, Result extends object> {
  readonly words: readonly [string, ...string[]]
  readonly summary: string
  readonly details?: string
  readonly options?: Options
  readonly positionals?: Positionals
  readonly example: string
  readonly quiet?: true
  readonly long?: true
  /** Of a long command, one sentence: what an interruption leaves. */
  readonly interrupted?: string
  /** Runs on the schema as it is. Before other commands, the database is migrated. */
  readonly onAnySchema?: true
  /** Throws IdentityRefusal, OperatorError with one sentence, or UsageError for options that conflict. */
  run(context: CommandContext, input: Input<Options, Positionals>): Promise<Result>
  print(result: Result): string
  note?(result: Result): string | undefined
  failure?(result: Result): string | undefined
}

type NoParameters = Record<never, never>

export function defineCommand<
  const Options extends Readonly<Record<string, Option>> = NoParameters,
  const Positionals extends Readonly<Record<string, Positional>> = NoParameters,
  Result extends object = object,
>(definition: Definition<Options, Positionals, Result>): Command {
  const { words, summary, details, example, interrupted, quiet = false, long = false } = definition
  const { onAnySchema = false } = definition
  const parameters: Parameters = {
    options: definition.options ?? {},
    positionals: definition.positionals ?? {},
  }
  return {
    words,
    summary,
    example,
    ...(details !== undefined && { details }),
    ...(interrupted !== undefined && { interrupted }),
    ...parameters,
    prepare(argv) {
      const line = parseLine(argv, parameters)
      if (line.help) return 'help'
      return {
        words,
        json: line.json,
        quiet,
        long,
        interrupted: interrupted ?? 'Nothing is left half done.',
        onAnySchema,
        run: (context) => runDefinition(definition, context, line),
      }
    },
  }
}

async function runDefinition<Options, Positionals, Result extends object>(
  definition: Definition<Options, Positionals, Result>,
  context: CommandContext,
  line: ParsedLine,
): Promise<Done> {
  // The reader took each value from the declaration that the type is derived from.
  const result = await definition.run(context, line.input as Input<Options, Positionals>)
  return {
    result,
    text: definition.print(result),
    note: definition.note?.(result),
    failure: definition.failure?.(result),
  }
}
