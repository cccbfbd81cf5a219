import { html, type Html } from '../../platform/pages/html.ts'
import type { MailDraft } from '../../platform/mail/mail.ts'

/** What a mail with one link says. Sentences are plain text; nothing in them is markup. */
export interface Letter {
  readonly to: string
  readonly subject: string
  readonly greeting: string
  readonly before: readonly string[]
  /** The words of the link and where it leads. */
  readonly action: { readonly words: string; readonly url: string }
  readonly after: readonly string[]
}

/** The same words as text and as HTML. */
export function writeLetter({ to, subject, greeting, before, action, after }: Letter): MailDraft {
  const text = [greeting, ...before, `${action.words}:\n${action.url}`, ...after].join('\n\n')
  const paragraphs = (sentences: readonly string[]): Html =>
    html`${sentences.map((one) => html`<p>${one}</p>`)}`
  const body = html`<p>${greeting}</p>
    ${paragraphs(before)}
    <p><a href="${action.url}">${action.words}</a></p>
    ${paragraphs(after)}`
  return { to, subject, text: `${text}\n`, html: body.markup, links: [action.url] }
}
