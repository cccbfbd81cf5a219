import type { Declaration } from './command.ts'
import { failed, type Outcome, printed } from './outcome.ts'
import {
  commonOptions,
  type Option,
  optionName,
  type Parameters,
  type ParsedLine,
  parseLine,
  UsageError,
} from './parse.ts'

const lineOf = (words: readonly string[]): string => ['bureau', ...words].join(' ')

const shown = (key: string, { value }: Option): string =>
  value === 'flag' ? optionName(key) : `${optionName(key)} ${value.placeholder}`

/** `bureau users create --email EMAIL [--plan PLAN]`. */
function usage({ words, options, positionals }: Declaration): string {
  const places = Object.values(positionals).map(({ value }) => value.placeholder)
  const named = Object.entries(options).map(([key, option]) =>
    option.required ? shown(key, option) : `[${shown(key, option)}]`,
  )
  return [lineOf(words), ...places, ...named].join(' ')
}

type Row = readonly [string, string]

function table(rows: readonly Row[]): string[] {
  const width = Math.max(...rows.map(([left]) => left.length))
  return rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`)
}

const optionRows = (options: Parameters['options']): Row[] =>
  Object.entries(options).map(([key, option]) => [shown(key, option), option.description])

export function commandHelp(command: Declaration): string {
  const places = Object.values(command.positionals).map(({ value, description }): Row => [
    value.placeholder,
    description,
  ])
  const rows = [...places, ...optionRows(command.options), ...optionRows(commonOptions)]
  return [
    `${command.summary}.`,
    '',
    `Usage: ${usage(command)}`,
    '',
    ...table(rows),
    '',
    `Example: ${command.example}`,
    '',
  ].join('\n')
}

export function listHelp(title: string, commands: readonly Declaration[]): string {
  return [
    title,
    '',
    ...table(commands.map(({ words, summary }): Row => [lineOf(words), summary])),
    '',
    'Every command takes --json, --data DIR (BUREAU_DATA or ./data), and --help, and works while the server runs.',
    '',
  ].join('\n')
}

export const usageFailure = ({ message }: UsageError, name: string): Outcome =>
  failed(2, `${message} See: bureau ${name} --help`)

/** The parsed options of a declaration that no command runs, or the outcome of its help or of a wrong line. */
export function readLine(
  argv: readonly string[],
  declaration: Declaration,
): ParsedLine | { readonly outcome: Outcome } {
  try {
    const line = parseLine(argv, declaration)
    return line.help ? { outcome: printed(commandHelp(declaration)) } : line
  } catch (error) {
    if (!(error instanceof UsageError)) throw error
    return { outcome: usageFailure(error, declaration.words.join(' ')) }
  }
}
