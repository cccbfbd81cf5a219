import { html } from './html.ts'
import type { Page } from './page.ts'

/** What went wrong and what to do, as a page of its own. With a request id where the operator can look it up. */
export const noticePage = (title: string, sentence: string, requestId?: string): Page => ({
  title,
  main: html`<section class="sheet narrow stack">
    <h1>${title}</h1>
    <p>${sentence}</p>
    ${requestId !== undefined && html`<p class="pencil small">Request ID: <code>${requestId}</code></p>`}
  </section>`,
})
