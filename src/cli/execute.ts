import type { CommandContext, Declaration, Prepared } from './command.ts'
import { commands, declarations } from './commands.ts'
import { isInterruption, sentenceFor } from './failure.ts'
import { commandHelp, listHelp, usageFailure } from './help.ts'
import { Interrupted } from './interrupted.ts'
import { failed, type Outcome, printed } from './outcome.ts'
import { UsageError } from './parse.ts'
import { suggestion } from './suggestion.ts'
import { splitLine } from './words.ts'
import { counted } from '../platform/counted.ts'

export type Readied = { readonly outcome: Outcome } | { readonly prepared: Prepared }

/** Finds the command and parses its options, without side effects. Help and usage errors are outcomes. */
export function prepare(argv: readonly string[]): Readied {
  const { words, rest } = splitLine(argv, declarations)
  const declaration = declarations.find((known) => startsWith(words, known.words))
  if (!declaration) return { outcome: withoutCommand(words, rest) }
  const name = declaration.words.join(' ')
  try {
    const command = commands.find((known) => known === declaration)
    if (!command) return { outcome: failed(2, `"${name}" cannot run inside the server.`) }
    const prepared = command.prepare(rest)
    return prepared === 'help' ? { outcome: printed(commandHelp(declaration)) } : { prepared }
  } catch (error) {
    if (!(error instanceof UsageError)) throw error
    return { outcome: usageFailure(error, name) }
  }
}

const startsWith = (words: readonly string[], start: readonly string[]): boolean =>
  start.every((word, index) => words[index] === word)

function withoutCommand(words: readonly string[], rest: readonly string[]): Outcome {
  const [group] = words
  const members = declarations.filter((known) => group === undefined || known.words[0] === group)
  if (members.length === 0) {
    const groups = [...new Set(declarations.map(({ words: [first] }) => first))]
    return failed(2, `Unknown command "${group}".${suggestion(group ?? '', groups)} See: bureau --help`)
  }
  const unknown = rest.find((word, index) => !word.startsWith('-') && rest[index - 1] !== '--data')
  if (unknown !== undefined) {
    const names = members.flatMap(({ words: [, second] }) => second ?? [])
    return failed(
      2,
      `Unknown command "${group} ${unknown}".${suggestion(unknown, names)} See: bureau ${group} --help`,
    )
  }
  const help = listHelp(titleOf(group, members), members)
  return rest.includes('--help') || rest.includes('-h')
    ? printed(help)
    : { exit: 2, stdout: '', stderr: help }
}

const titleOf = (group: string | undefined, { length }: readonly Declaration[]): string =>
  group === undefined
    ? 'Bureau: text messages, files, onboarding and membership, self-hosted.'
    : `${counted(length, 'command')}:`

/** Never rejects: a failure is an outcome too, and a defect is also logged. */
export async function perform(prepared: Prepared, context: CommandContext): Promise<Outcome> {
  const name = prepared.words.join(' ')
  try {
    if (prepared.long) context.signal.throwIfAborted()
    const { result, text, note, failure } = await prepared.run(context)
    const stdout = `${prepared.json ? JSON.stringify(result) : text}\n`
    const stderr = prepared.json || note === undefined ? '' : `${note}\n`
    return failure === undefined ? { ...printed(stdout), stderr } : { ...failed(1, failure), stdout }
  } catch (error) {
    if (prepared.long && isInterruption(error, context.signal)) return interruption(prepared, context.signal)
    if (error instanceof UsageError) return usageFailure(error, name)
    const sentence = sentenceFor(error)
    if (sentence !== undefined) return failed(1, sentence)
    context.log.error({ err: error, command: name }, 'A command failed.')
    return failed(1, `"${name}" failed unexpectedly. See the log for the cause.`)
  }
}

function interruption({ interrupted }: Prepared, { reason }: AbortSignal): Outcome {
  const { by, message } = reason instanceof Interrupted ? reason : new Interrupted('caller')
  return failed(by === 'caller' ? 130 : 1, `${message} ${interrupted}`)
}
