import { html } from '../../platform/pages/html.ts'
import type { Page } from '../../platform/pages/page.ts'

export const startPage: Page = {
  title: 'Start',
  main: html`<section class="sheet narrow stack">
    <h1>Bureau</h1>
    <p>Log in to see the workspaces that you belong to.</p>
    <p><a class="button wide" href="/login">Log in</a></p>
    <p class="small"><a href="/docs">API reference</a></p>
  </section>`,
}
