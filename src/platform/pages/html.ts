export class Html {
  readonly markup: string

  constructor(markup: string) {
    this.markup = markup
  }
}

export type Piece = Html | string | number | false | undefined | readonly Piece[]

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

const escaped = (text: string): string => text.replaceAll(/[&<>"']/g, (sign) => entities[sign] ?? sign)

function rendered(piece: Piece): string {
  if (piece === undefined || piece === false) return ''
  if (piece instanceof Html) return piece.markup
  if (typeof piece === 'string' || typeof piece === 'number') return escaped(String(piece))
  return piece.map(rendered).join('')
}

/** Escapes every `${value}` that is not markup; concatenates lists. */
export function html(strings: TemplateStringsArray, ...pieces: readonly Piece[]): Html {
  return new Html(
    strings.map((text, index) => (index === 0 ? '' : rendered(pieces[index - 1])) + text).join(''),
  )
}

const inline = (text: string): Html =>
  html`${text.split('`').map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : part))}`

/** Paragraphs separated by blank lines, with `code` in backticks. */
export const prose = (text: string): Html =>
  html`${text.split(/\n{2,}/).map((paragraph) => html`<p>${inline(paragraph)}</p>`)}`

export const sentence = inline
