import { html } from './html.ts'
import type { Page } from './page.ts'

/** Where the visitor goes on, and what the link there says. */
export interface NextStep {
  readonly words: string
  readonly path: `/${string}`
}

interface NoticeOptions {
  /** Where the operator can look it up. */
  readonly requestId?: string | undefined
  readonly next?: NextStep | undefined
}

/** What happened and what to do, as a page of its own. */
export const noticePage = (
  title: string,
  sentence: string,
  { requestId, next }: NoticeOptions = {},
): Page => ({
  title,
  main: html`<section class="sheet narrow stack">
    <h1>${title}</h1>
    <p>${sentence}</p>
    ${next && html`<p><a class="button wide" href="${next.path}">${next.words}</a></p>`}
    ${requestId !== undefined && html`<p class="pencil small">Request ID: <code>${requestId}</code></p>`}
  </section>`,
})
