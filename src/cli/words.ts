import type { Declaration } from './command.ts'

export interface SplitLine {
  /** Those that name a command or the beginning of one; the first word in any case. */
  readonly words: readonly string[]
  /** Options and arguments, those before the words included. */
  readonly rest: readonly string[]
}

/** Splits the words of the command from its arguments. Options may come first: `bureau --data DIR users list`. */
export function splitLine(
  argv: readonly string[],
  declarations: readonly Pick<Declaration, 'words'>[],
): SplitLine {
  const start = argv.findIndex((word, index) => !word.startsWith('-') && argv[index - 1] !== '--data')
  if (start < 0) return { words: [], rest: argv }
  const before = argv.slice(0, start)
  const after = argv.slice(start)
  const depth = Math.max(1, ...declarations.map(({ words }) => (isStart(words, after) ? words.length : 0)))
  return { words: after.slice(0, depth), rest: [...before, ...after.slice(depth)] }
}

const isStart = (words: readonly string[], line: readonly string[]): boolean =>
  words.every((word, index) => line[index] === word)

/** The data directory that a command line names, found without knowing the command. */
export function dataDirOf(argv: readonly string[]): string {
  let directory = 'data'
  for (const [index, word] of argv.entries()) {
    if (word === '--') break
    if (word.startsWith('--data=')) directory = word.slice('--data='.length)
    else if (argv[index - 1] === '--data') directory = word
  }
  return directory
}
