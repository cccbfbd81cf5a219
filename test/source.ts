import { globSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'

/** One source file, as the tests about all files see it. */
export interface SourceFile {
  /** From the root of the repository: `src/files/file/move-file.ts`. */
  readonly path: string
  readonly name: string
  readonly text: string
  /** The text without comments. */
  readonly code: string
  /** Paths of imported files from the root of the repository, names of packages as they are. */
  readonly imports: readonly string[]
}

const root = join(import.meta.dirname, '..')

/** Comments are blanked by rough rules; a `//` inside a string is kept, because a colon or quote comes before it. */
const withoutComments = (text: string): string =>
  text.replaceAll(/\/\*[^]*?\*\//g, '').replaceAll(/(^|[^:'"`\\])\/\/.*$/gm, '$1')

const importPattern = /(?:^|\n)\s*(?:import|export)\s[^'"`;]*?from\s*'([^']+)'|\bimport\(\s*'([^']+)'/g

function read(path: string): SourceFile {
  const text = readFileSync(join(root, path), 'utf8')
  const code = withoutComments(text)
  const imports = [...code.matchAll(importPattern)].map(([, declared, lazy]) => {
    const target = declared ?? lazy ?? ''
    return target.startsWith('.') ? normalize(join(dirname(path), target)) : target
  })
  return { path, name: path.split('/').at(-1) ?? path, text, code, imports }
}

/** Files that run in production: no tests and nothing that only tests use. */
export const isTestFile = ({ path }: SourceFile): boolean =>
  /\.(test|testing|contract|sample)\.ts$/.test(path)

/** Every TypeScript file below `src/`, in the order of their paths. */
export const sourceFiles: readonly SourceFile[] = globSync('src/**/*.ts', { cwd: root })
  .map((path) => path.replaceAll('\\', '/'))
  .toSorted()
  .map(read)

export const productionFiles: readonly SourceFile[] = sourceFiles.filter((file) => !isTestFile(file))

/** The second folder of a path: `files` of `src/files/file/model.ts`; the file itself when it stands in `src/`. */
export const folderOf = (path: string): string => path.split('/')[1] ?? ''
