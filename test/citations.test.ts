import { existsSync, globSync, readFileSync, statSync } from 'node:fs'
import { basename, dirname, join, normalize } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')
const textOf = (path: string): string => readFileSync(join(root, path), 'utf8')
const isThere = (path: string): boolean => existsSync(join(root, path))
const found = (...patterns: readonly string[]): string[] =>
  patterns
    .flatMap((pattern) => globSync(pattern, { cwd: root }))
    .filter((path) => statSync(join(root, path)).isFile())
    .toSorted()

const documents = found('*.md', 'docs/**/*.md')

const code = [
  ...found('{src,test,tools,bench}/**/*.ts', 'bin/*', '.ci/*', '.ci/shapes/**', 'test/**/*.sh'),
  ...found('migrations/*.sql'),
]

const commentPatterns = [
  /\/\*[^]*?\*\//g,
  /(?<![:'"`\\])\/\/.*$/gm,
  /^\s*(?:#|--).*$/gm,
  /\b(?:test|describe)\(\s*(['"`])(?:\\.|(?!\1)[^\\])*\1/g,
]

/** The comments of a file and the titles of its tests, lines of one comment joined. */
const commentsOf = (path: string): string =>
  commentPatterns
    .flatMap((pattern) => textOf(path).match(pattern) ?? [])
    .map((comment) => comment.replaceAll(/\n\s*\*? ?/g, ' '))
    .join('\n')

/** `### What's new?` is `#whats-new`. */
const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(' ', '-')

const withoutFences = (text: string): string => text.replaceAll(/^```[^]*?^```$/gm, '')

const anchorsOf = (path: string): readonly string[] =>
  [...withoutFences(textOf(path)).matchAll(/^#{1,6} (.+)$/gm)].map(([, heading = '']) => anchorOf(heading))

/** Whether `docs/api/files.md#names` is a section, `docs/api/files.md` a file, `src/sms` a folder. */
function leadsSomewhere(citation: string): boolean {
  const [path = '', anchor] = citation.split('#')
  return isThere(path) && (anchor === undefined || anchorsOf(path).includes(anchor))
}

const paths =
  /(?<![\w./-])(?:src|test|tools|bench|migrations|docs|bin|openapi)\/[\w./-]*\w(?:#[\w-]+)?(?![\w<*{-])/g
const pages = /(?<![\w./-])[\w./-]*\w\.md(?:#[\w-]+)?/g
const decisions = /(?<![\w./])(?:docs\/)?decisions?[ /](\d+)/gi

const decisionNumbers = found('docs/decisions/*.md').map((path) => Number.parseInt(basename(path), 10))

/** The citations of a text that do not exist. A page without a folder is in the root or beside the file. */
function brokenIn(path: string, text: string): string[] {
  const numbers = [...text.matchAll(decisions)].filter(
    ([, number]) => !decisionNumbers.includes(Number(number)),
  )
  const rest = text.replaceAll(decisions, '')
  const broken = [
    ...numbers.map(([decision]) => decision),
    ...(rest.match(paths) ?? []).filter((cited) => !leadsSomewhere(cited)),
    ...(rest.match(pages) ?? []).filter(
      (page) => !leadsSomewhere(page) && !leadsSomewhere(join(dirname(path), page)),
    ),
  ]
  return [...new Set(broken)].map((cited) => `${path}: ${cited}`)
}

test('what comments cite exists', () => {
  expect(code.flatMap((path) => brokenIn(path, commentsOf(path)))).toEqual([])
})

test('what documents name in code font exists', () => {
  const named = (text: string): string => (withoutFences(text).match(/`[^`\n]+`/g) ?? []).join('\n')
  expect(documents.flatMap((path) => brokenIn(path, named(textOf(path))))).toEqual([])
})

test('links from document to document lead to a page and a section', () => {
  const broken = documents.flatMap((path) =>
    [...withoutFences(textOf(path)).matchAll(/\]\(([^)\s]+)\)/g)]
      .map(([, link = '']) => link)
      .filter((link) => !/^[a-z]+:/.test(link))
      .filter(
        (link) => !leadsSomewhere(link.startsWith('#') ? path + link : normalize(join(dirname(path), link))),
      )
      .map((link) => `${path}: ${link}`),
  )
  expect(broken).toEqual([])
})
