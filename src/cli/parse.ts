import { parseArgs } from 'node:util'
import { suggestion } from './suggestion.ts'
import { type Value, ValueProblem } from './value.ts'

/** A wrong command line; the message says why in one line. Exit code 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}

export interface Option {
  readonly value: Value<unknown> | 'flag'
  readonly required?: boolean
  readonly description: string
}

export interface Positional {
  readonly value: Value<unknown>
  /** Only the last ones may be left out. */
  readonly optional?: true
  readonly description: string
}

/** Keys are in camel case here and in kebab case on the command line; positionals stand in the order of their keys. */
export interface Parameters {
  readonly options: Readonly<Record<string, Option>>
  readonly positionals: Readonly<Record<string, Positional>>
}

/** With an unset variable, `--data "$DIR"` would mean the current directory. */
function directory(text: string): string {
  if (text.trim() === '') throw new ValueProblem('must name a directory.')
  return text
}

export const commonOptions = {
  json: { value: 'flag', description: 'print one JSON object' },
  data: {
    value: { placeholder: 'DIR', read: directory },
    description: 'directory of the installation (BUREAU_DATA or ./data)',
  },
  help: { value: 'flag', description: 'show this help' },
} as const satisfies Parameters['options']

/** `firstName` is `--first-name`. */
export const optionName = (key: string): string =>
  `--${key.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`

export interface ParsedLine {
  readonly json: boolean
  readonly help: boolean
  /** By key; an omitted option is undefined, an omitted flag false. Empty when help is asked for. */
  readonly input: Readonly<Record<string, unknown>>
}

/** Parses the arguments after the words of a command. Throws UsageError. */
export function parseLine(argv: readonly string[], parameters: Parameters): ParsedLine {
  const options: Parameters['options'] = { ...parameters.options, ...commonOptions }
  const { given, places } = takeApart(argv, options)
  const json = given.has('json')
  if (given.has('help')) return { json, help: true, input: {} }
  readOption('data', commonOptions.data, given)
  const input: Record<string, unknown> = {}
  for (const [key, option] of Object.entries(parameters.options)) input[key] = readOption(key, option, given)
  readPositionals(places, parameters.positionals, input)
  return { json, help: false, input }
}

interface TakenApart {
  /** Texts by key; a flag's is empty. */
  readonly given: ReadonlyMap<string, string>
  readonly places: readonly string[]
}

/** Not strict: strict messages have several lines, and values that begin with a dash are refused. */
function takeApart(argv: readonly string[], options: Parameters['options']): TakenApart {
  const keyOf = new Map(Object.keys(options).map((key) => [optionName(key).slice(2), key]))
  const { tokens } = parseArgs({
    args: [...argv],
    strict: false,
    allowPositionals: true,
    tokens: true,
    options: {
      ...Object.fromEntries(
        [...keyOf].map(([name, key]) => [
          name,
          { type: options[key]?.value === 'flag' ? 'boolean' : 'string' },
        ]),
      ),
      help: { type: 'boolean', short: 'h' },
    },
  })
  const given = new Map<string, string>()
  const places: string[] = []
  for (const token of tokens) {
    if (token.kind === 'positional') places.push(token.value)
    if (token.kind !== 'option') continue
    const key = keyOf.get(token.name)
    const option = key === undefined ? undefined : options[key]
    if (key === undefined || option === undefined)
      throw new UsageError(
        `Unknown option ${token.rawName}.${suggestion(
          token.rawName,
          [...keyOf.keys()].map((name) => `--${name}`),
        )}`,
      )
    if (given.has(key)) throw new UsageError(`${token.rawName} is given twice.`)
    given.set(key, textOf(token, option, keyOf))
  }
  return { given, places }
}

interface OptionToken {
  readonly rawName: string
  readonly value: string | undefined
  readonly inlineValue: boolean | undefined
}

function textOf(token: OptionToken, { value }: Option, names: ReadonlyMap<string, string>): string {
  const { rawName, value: text, inlineValue } = token
  if (value === 'flag') {
    if (inlineValue) throw new UsageError(`${rawName} does not take a value.`)
    return ''
  }
  // In `--email --json` the value of `--email` is missing; `--email=--json` would give it one.
  const isOption = !inlineValue && text?.startsWith('--') === true && names.has(text.slice(2))
  if (text === undefined || isOption)
    throw new UsageError(`${rawName} needs a value: ${rawName} ${value.placeholder}.`)
  return text
}

function readOption(key: string, option: Option, given: ReadonlyMap<string, string>): unknown {
  const text = given.get(key)
  if (option.value === 'flag') return text !== undefined
  if (text !== undefined) return readText(optionName(key), option.value, text)
  if (option.required) throw new UsageError(`${optionName(key)} ${option.value.placeholder} is missing.`)
  return undefined
}

function readPositionals(
  places: readonly string[],
  positionals: Parameters['positionals'],
  input: Record<string, unknown>,
): void {
  const entries = Object.entries(positionals)
  for (const [index, [key, { value, optional }]] of entries.entries()) {
    const text = places[index]
    if (text === undefined && optional) continue
    if (text === undefined) throw new UsageError(missing(value))
    input[key] = readText(`"${shortened(text)}"`, value, text)
  }
  const beyond = places[entries.length]
  if (beyond !== undefined) throw new UsageError(`Unexpected argument "${shortened(beyond)}".`)
}

const missing = ({ choices, placeholder }: Value<unknown>): string =>
  choices ? `Add one of ${choices.join(', ')}.` : `${placeholder} is missing.`

function readText(name: string, value: Value<unknown>, text: string): unknown {
  try {
    return value.read(text)
  } catch (error) {
    if (error instanceof ValueProblem) throw new UsageError(`${name} ${error.message}`)
    throw error
  }
}

const shownCharactersMax = 40

const shortened = (text: string): string =>
  text.length <= shownCharactersMax ? text : `${text.slice(0, shownCharactersMax)}…`
