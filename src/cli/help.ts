import type { Declaration } from './command.ts'
import { commonOptions, type Option, optionName, type Parameters } from './parse.ts'

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

/** Help of one command. */
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

/** Help of several commands: a group, or all of them. */
export function listHelp(title: string, commands: readonly Declaration[]): string {
  return [
    title,
    '',
    ...table(commands.map(({ words, summary }): Row => [lineOf(words), summary])),
    '',
    'Every command takes --json, --data DIR (BUREAU_DATA or ./data) and --help, and works while the server runs.',
    '',
  ].join('\n')
}
