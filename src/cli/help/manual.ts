import type { Declaration } from '../command.ts'
import { commonOptions, type Option, optionName, type Positional } from '../parse.ts'
import { columns, commandLines, leftWidth, type Row, wrapped } from './layout.ts'
import { byTopic, pageOf } from './topics.ts'

const indent = 4

export const lineOf = (words: readonly string[]): string => ['bureau', ...words].join(' ')

export const shownOption = (key: string, { value }: Option): string =>
  value === 'flag' ? optionName(key) : `${optionName(key)} ${value.placeholder}`

const shownPlace = ({ value, optional }: Positional): string =>
  optional ? `[${value.placeholder}]` : value.placeholder

/** `bureau users create --email EMAIL [--plan PLAN]`, in parts that are not broken. */
export function synopsis({ words, options, positionals }: Declaration): string[] {
  const named = Object.entries(options)
    .toSorted(([, one], [, other]) => Number(other.required ?? false) - Number(one.required ?? false))
    .map(([key, option]) => (option.required ? shownOption(key, option) : `[${shownOption(key, option)}]`))
  return [lineOf(words), ...Object.values(positionals).map(shownPlace), ...named]
}

const optionRows = (options: Declaration['options']): Row[] =>
  Object.entries(options).map(([key, option]) => [shownOption(key, option), option.description])

const commonExits = {
  0: 'done',
  1: 'failed; standard error says why',
  2: 'the command line is wrong; nothing was done',
  130: 'interrupted',
} as const

const exitsOf = ({ exits = commonExits, interrupted }: Declaration): Row[] =>
  Object.entries(exits).map(([code, meaning]) => [
    code,
    code === '130' && interrupted !== undefined ? `${meaning}. ${interrupted}` : meaning,
  ])

const section = (title: string, lines: readonly string[]): string[] =>
  lines.length === 0 ? [] : [title, ...lines, '']

/** The help of a command, in the sections of a manual page. Headings are in capitals and begin a line. */
export function manual(command: Declaration): string {
  const { words, summary, details, options, positionals, example } = command
  const places = Object.values(positionals).map(({ value, description }): Row => [
    value.placeholder,
    description,
  ])
  const start = lineOf(words)
  return [
    ...section('NAME', wrapped(`${start} - ${summary}`, indent, indent * 2)),
    ...section('SYNOPSIS', unbroken(synopsis(command))),
    ...section('DESCRIPTION', details === undefined ? [] : wrapped(details, indent)),
    ...section('ARGUMENTS', columns(places, indent)),
    ...section('OPTIONS', columns([...optionRows(options), ...optionRows(commonOptions)], indent)),
    ...section('EXAMPLE', commandLines(example, indent)),
    ...section('EXIT STATUS', columns(exitsOf(command), indent)),
    ...section('SEE ALSO', wrapped(seeAlso(command).join(', '), indent)),
  ]
    .slice(0, -1)
    .concat('')
    .join('\n')
}

/** Wrapped between the parts only, so that `--name TEXT` stays on one line. */
const unbroken = (parts: readonly string[]): string[] =>
  wrapped(parts.map((part) => part.replaceAll(' ', '\u00A0')).join(' '), indent, indent * 2).map((line) =>
    line.replaceAll('\u00A0', ' '),
  )

function seeAlso(command: Declaration): string[] {
  const [group, ...others] = command.words
  const page = pageOf(command)
  const list = others.length > 0 ? `bureau ${group} --help` : 'bureau --help'
  return page === undefined ? [list] : [page, list]
}

const ending = [
  'Every command takes --json, --data DIR (BUREAU_DATA or ./data), and --help, and works while the server runs.',
  'Help for one command, with an example: bureau help COMMAND',
]

const endingLines = ending.flatMap((sentence) => wrapped(sentence, 0))

const commandRows = (commands: readonly Declaration[]): Row[] =>
  commands.map(({ words, summary }) => [words.join(' '), summary])

/** All commands by topic. */
export function overview(declarations: readonly Declaration[]): string {
  const blocks = byTopic(declarations)
  const width = leftWidth(blocks.flatMap(({ commands }) => commandRows(commands)))
  return [
    'Bureau: text messages, files, onboarding and membership, self-hosted.',
    '',
    ...section('USAGE', ['  bureau COMMAND [ARGUMENTS] [OPTIONS]']),
    ...blocks.flatMap(({ title, commands }) =>
      section(title.toUpperCase(), columns(commandRows(commands), 2, width)),
    ),
    ...endingLines,
    '',
  ].join('\n')
}

export const groupHelp = (title: string, commands: readonly Declaration[]): string =>
  [
    title.toUpperCase(),
    ...columns(
      commands.map(({ words, summary }) => [lineOf(words), summary]),
      2,
    ),
    '',
    ...endingLines,
    '',
  ].join('\n')
