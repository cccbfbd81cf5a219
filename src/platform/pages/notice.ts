import { html } from './html.ts'
import type { Page } from './page.ts'

export interface NextStep {
  readonly words: string
  readonly path: `/${string}`
}

interface NoticeOptions {
  readonly requestId?: string | undefined
  readonly next?: NextStep | undefined
}

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
