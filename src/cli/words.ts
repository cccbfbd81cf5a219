import type { Declaration } from './command.ts'

export interface SplitLine {
  /** The words of a command or of its beginning, and the first word in any case. */
  readonly words: readonly string[]
  /** Options and arguments, those before the words included. */
  readonly rest: readonly string[]
}

/** Options that every command takes may come before the words or between them: `bureau --data DIR users list`. */
export function splitLine(
  argv: readonly string[],
  declarations: readonly Pick<Declaration, 'words'>[],
): SplitLine {
  const places = placesOfWords(argv)
  const named = places.map((place) => argv[place] ?? '')
  const depth = Math.max(1, ...declarations.map(({ words }) => (isStart(words, named) ? words.length : 0)))
  const taken = new Set(places.slice(0, depth))
  return { words: named.slice(0, depth), rest: argv.filter((_, index) => !taken.has(index)) }
}

const common = /^(--json|--help|-h|--data(=.*)?)$/s

/** Positions of words, up to the first option that only some commands take. Options before the first word are skipped. */
function placesOfWords(argv: readonly string[]): readonly number[] {
  const places: number[] = []
  for (const [index, word] of argv.entries()) {
    if (argv[index - 1] === '--data') continue
    if (!word.startsWith('-')) places.push(index)
    else if (places.length > 0 && !common.test(word)) break
  }
  return places
}

const isStart = (words: readonly string[], line: readonly string[]): boolean =>
  words.every((word, index) => line[index] === word)

/** The data directory of a command line or the environment, found without knowing the command. */
export function dataDirOf(
  argv: readonly string[],
  env: { readonly BUREAU_DATA?: string | undefined },
): string {
  let directory = env.BUREAU_DATA?.trim() || 'data'
  for (const [index, word] of argv.entries()) {
    if (word === '--') break
    if (word.startsWith('--data=')) directory = word.slice('--data='.length)
    else if (argv[index - 1] === '--data') directory = word
  }
  return directory
}
