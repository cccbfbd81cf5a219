/** What the reference shows of an operation. */
export interface ShownExample {
  /** The commands, as a browser copies them. */
  readonly commands: string
  readonly status: number
  /** The answer, where it is JSON. */
  readonly answer: unknown
}

const entities: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
}

/** The text of a piece of HTML. */
const textOf = (markup: string): string =>
  markup
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll(/&(?:amp|lt|gt|quot|#39);/g, (entity) => entities[entity] ?? '')

/** The figure with a caption: the text beside the caption, and the content. */
function figureOf(
  section: string,
  caption: string,
): { readonly note: string; readonly text: string } | undefined {
  const pattern = `<figcaption>\\s*<span>${caption}</span>([^]*?)</figcaption>\\s*<pre[^>]*>([^]*?)</pre>`
  const [, note, text] = new RegExp(pattern).exec(section) ?? []
  return note === undefined || text === undefined
    ? undefined
    : { note: textOf(note).trim(), text: textOf(text) }
}

function exampleIn(section: string): ShownExample | undefined {
  const call = figureOf(section, 'Call')
  if (!call) return undefined
  const answer = figureOf(section, 'Answer')
  if (answer) return { commands: call.text, status: Number(answer.note), answer: JSON.parse(answer.text) }
  const [, status] = /<h4>Answer <span class="status">(\d+)/.exec(section) ?? []
  return { commands: call.text, status: Number(status), answer: undefined }
}

/** What a page of the reference shows of each of its operations: operation id → example. */
export function examplesOn(page: string): ReadonlyMap<string, ShownExample> {
  const sections = page.matchAll(/<section class="operation" id="([^"]+)">([^]*?)<\/section>/g)
  const entries = [...sections].map(([, id = '', section = '']) => [id, exampleIn(section)] as const)
  return new Map(entries.flatMap(([id, example]) => (example ? [[id, example] as const] : [])))
}

/** What differs from installation to installation and from call to call, by the name of its field. */
const varying = /(^|_)(id|key|secret|code|prefix|time|timestamp|online)$|_at$|url$|^link$/

/** The form of an id, time, or address. */
const formOf = (value: unknown): unknown =>
  typeof value === 'string'
    ? value.replaceAll(/https?:\/\/[^/]+/g, '@').replaceAll(/[0-9A-Za-z]+/g, (word) => String(word.length))
    : value === null
      ? null
      : typeof value

/** An answer with varying values replaced by their form, so that a documented and a real one can be compared. */
export function comparable(value: unknown, field = ''): unknown {
  if (Array.isArray(value)) return value.map((each) => comparable(each, field))
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, comparable(inner, name)]))
  return varying.test(field) ? formOf(value) : value
}
