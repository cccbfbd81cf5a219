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

/** Blanks comments by rough rules; a `//` inside a string stays, because a colon or quote comes before it. */
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

/** Production files: no tests and no helpers of tests. */
export const isTestFile = ({ path }: SourceFile): boolean =>
  /\.(test|testing|contract|sample)\.ts$/.test(path)

/** Every TypeScript file below `src/`, in the order of their paths. */
export const sourceFiles: readonly SourceFile[] = globSync('src/**/*.ts', { cwd: root })
  .map((path) => path.replaceAll('\\', '/'))
  .toSorted()
  .map(read)

/** Of the web client; what the build and the generator write is left out. */
export const clientFiles: readonly SourceFile[] = globSync('web/**/*.{ts,tsx}', {
  cwd: root,
  exclude: ['web/dist*/**', 'web/**/*.gen.ts', 'web/**/*.test.ts', 'web/api/operations.ts'],
})
  .map((path) => path.replaceAll('\\', '/'))
  .toSorted()
  .map(read)

export const productionFiles: readonly SourceFile[] = sourceFiles.filter((file) => !isTestFile(file))

/** The second folder of a path: `files` of `src/files/item/model.ts`; the file itself when it is in `src/`. */
export const folderOf = (path: string): string => path.split('/')[1] ?? ''

/** A complete SQL statement of a file. */
export interface NamedStatement {
  /** The name that it states: `files.item.findContent` of `select /* files.item.findContent *\/ …`. */
  readonly name: string | undefined
  /** The name by its place: schema, resource and function; with `.2` when it is the second one there. */
  readonly expectedName: string
}

/** Fragments of SQL do not begin with a command: a subquery includes its parentheses. */
const statementPattern =
  /(?:\bsql`|\.query(?:<[^()]*?>)?\(\s*['`])\s*(?:select|insert|update|delete|merge|with|create|alter|drop|comment|lock|truncate|set|do|call|analyze)\b(?: \/\* ([\w.-]+) \*\/)?/g

const topLevelPattern = /^(?:export )?(?:async )?(?:function\*?|const|let|class) (\w+)/gm

export function statementsOf({ path, text }: SourceFile): readonly NamedStatement[] {
  const folders = path.split('/').slice(1, -1)
  const place = [...new Set([folders.at(0), folders.at(-1)])]
  const declared = [...text.matchAll(topLevelPattern)].toReversed()
  const counts = new Map<string, number>()
  return [...text.matchAll(statementPattern)].map(({ index, 1: name }) => {
    const owner = [...place, declared.find((each) => each.index < index)?.[1]].join('.')
    const count = (counts.get(owner) ?? 0) + 1
    counts.set(owner, count)
    return { name, expectedName: count === 1 ? owner : `${owner}.${count}` }
  })
}
