import type { Declaration } from '../command.ts'
import { commonOptions, type Option, optionName } from '../parse.ts'
import type { Value } from '../value.ts'

/** How a value is completed. */
export type Completes =
  | { readonly kind: 'choices'; readonly choices: readonly string[]; readonly isList: boolean }
  | { readonly kind: 'directories' }
  | { readonly kind: 'files' }
  | { readonly kind: 'nothing' }

export interface CompletedOption {
  /** `--email`. */
  readonly name: string
  readonly description: string
  /** Undefined for a flag. */
  readonly value: { readonly placeholder: string; readonly completes: Completes } | undefined
}

export interface CompletedPlace {
  readonly placeholder: string
  readonly completes: Completes
}

/** A word or several: a group (`users`), or a command (`users create`). */
export interface Node {
  readonly words: readonly string[]
  readonly next: readonly { readonly word: string; readonly description: string }[]
  readonly options: readonly CompletedOption[]
  readonly places: readonly CompletedPlace[]
}

/** What completion knows of the command line: the beginning without words first, then each group before its commands. */
export function grammarOf(declarations: readonly Declaration[]): readonly Node[] {
  const paths = new Map<string, readonly string[]>([['', []]])
  for (const { words } of declarations)
    for (let count = 1; count <= words.length; count++)
      paths.set(words.slice(0, count).join(' '), words.slice(0, count))
  return [...paths.values()].map((path) => nodeOf(path, declarations))
}

function nodeOf(path: readonly string[], declarations: readonly Declaration[]): Node {
  const below = declarations.filter(
    ({ words }) => words.length > path.length && path.every((word, index) => words[index] === word),
  )
  const own = declarations.find(({ words }) => words.join(' ') === path.join(' '))
  const options = own ? { ...own.options, ...commonOptions } : commonOptions
  return {
    words: path,
    next: [...Map.groupBy(below, ({ words }) => words[path.length] ?? '')].map(([word, commands]) => ({
      word,
      description: describe(commands, path.length + 1),
    })),
    options: Object.entries<Option>(options).map(([key, option]) => optionOf(key, option)),
    places: Object.values(own?.positionals ?? {}).map(({ value }) => ({
      placeholder: value.placeholder,
      completes: completesOf(value),
    })),
  }
}

/** The summary of a command, or the words after a group: `create, list, show`. */
function describe(commands: readonly Declaration[], depth: number): string {
  const [only] = commands
  if (only && commands.length === 1 && only.words.length === depth) return only.summary
  return [...new Set(commands.map(({ words }) => words[depth] ?? ''))]
    .filter((word) => word !== '')
    .join(', ')
}

const optionOf = (key: string, { value, description }: Option): CompletedOption => ({
  name: optionName(key),
  description,
  value: value === 'flag' ? undefined : { placeholder: value.placeholder, completes: completesOf(value) },
})

function completesOf({ placeholder, choices, isList }: Value<unknown>): Completes {
  if (choices) return { kind: 'choices', choices, isList: isList === true }
  if (/\bDIR\b/.test(placeholder)) return { kind: 'directories' }
  if (/\bFILE\b/.test(placeholder)) return { kind: 'files' }
  return { kind: 'nothing' }
}

/** Options that take a value, in any command: the word after them is none of the command's. */
export const valueOptions = (grammar: readonly Node[]): readonly string[] => [
  ...new Set(grammar.flatMap(({ options }) => options.filter(({ value }) => value).map(({ name }) => name))),
]

/** In single quotes for a shell. */
export const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`
