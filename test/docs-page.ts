import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The answer that a page shows below an example. */
interface ShownAnswer {
  /** `HTTP/1.1 201 Created`; JSON without a status line means 200. */
  readonly status: string
  readonly headers: readonly string[]
  readonly body: string
}

/** A shell example of a page. */
export interface Example {
  /** Its first line: `docs/api/files.md:42`. */
  readonly place: string
  readonly script: string
  /** The answer to the last request of the example, when it is shown. */
  readonly answer: ShownAnswer | undefined
  /** The output of the example, when it is shown. */
  readonly output: string | undefined
}

const root = join(import.meta.dirname, '..')
const fence = /^```(\w+)\n([^]*?)^```$/gm
const statusOk = 'HTTP/1.1 200 OK'

function answerIn(language: string, text: string): ShownAnswer | undefined {
  if (language === 'json') return { status: statusOk, headers: [], body: text }
  if (language !== 'http') return undefined
  const [head = '', body = ''] = text.split('\n\n', 2)
  const [status = '', ...headers] = head.trim().split('\n')
  return { status, headers, body }
}

/** The range of a section in a document: from its heading to the next of the same level. */
function placeOf(section: string, document: string): { start: number; end: number } {
  const start = document.indexOf(`\n## ${section}\n`)
  if (start < 0) throw new Error(`Section "${section}" not found.`)
  const end = document.indexOf('\n## ', start + 1)
  return { start, end: end < 0 ? document.length : end }
}

/**
 * The shell examples of a page, or of one section of it, in order, each with the block directly after it: `json` and
 * `http` are the answer to its last request, `text` is its output. Throws for a block without an example.
 */
export function examplesIn(page: string, section?: string): Example[] {
  const document = readFileSync(join(root, page), 'utf8')
  const { start, end } = section === undefined ? { start: 0, end: Infinity } : placeOf(section, document)
  const examples: Example[] = []
  let open: Example | undefined
  for (const { 1: language = '', 2: text = '', index } of document.matchAll(fence)) {
    if (index < start || index >= end) continue
    const place = `${page}:${document.slice(0, index).split('\n').length}`
    if (language === 'sh') {
      open = { place, script: text, answer: undefined, output: undefined }
      examples.push(open)
      continue
    }
    if (!open) throw new Error(`${place} shows an answer without an example.`)
    const output = language === 'text' ? text : undefined
    examples[examples.length - 1] = { ...open, answer: answerIn(language, text), output }
    open = undefined
  }
  return examples
}

const anything = '…'

/**
 * Shown JSON as a value. A bare `…` stands for any value, for the rest of a list, or for the other fields of an object.
 */
export const shownJson = (text: string): unknown =>
  JSON.parse(
    text
      .replaceAll(/([,{]\s*)…(\s*\})/g, `$1"${anything}": "${anything}"$2`)
      .replaceAll(/"(?:[^"\\]|\\.)*"|…/g, (found) => (found === anything ? `"${anything}"` : found)),
  ) as unknown

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Whether a text matches; `…` stands for anything. */
export const looksLike = (real: string, shown: string): boolean => {
  const pattern = shown.split(anything).map((part) => RegExp.escape(part))
  return new RegExp(`^${pattern.join('[^]*')}$`).test(real)
}

/** The real value with `…` in every place where `…` is shown, so that the two can be compared. */
export function asShown(real: unknown, shown: unknown): unknown {
  if (shown === anything) return anything
  if (typeof shown === 'string' && typeof real === 'string') return looksLike(real, shown) ? shown : real
  if (Array.isArray(shown) && Array.isArray(real)) {
    const more = shown.at(-1) === anything
    const told: unknown[] = more ? real.slice(0, shown.length - 1) : real
    const items = told.map((item, index) => asShown(item, shown[index]))
    return more ? [...items, anything] : items
  }
  if (!isObject(shown) || !isObject(real)) return real
  const fields = Object.entries(real).filter(([name]) => !(anything in shown) || name in shown)
  const told = Object.fromEntries(fields.map(([name, value]) => [name, asShown(value, shown[name])]))
  return anything in shown ? { ...told, [anything]: anything } : told
}
