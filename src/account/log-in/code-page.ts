import { faultSummary, formField, type Fault, type Field } from '../../platform/pages/field.ts'
import { html } from '../../platform/pages/html.ts'
import type { Page } from '../../platform/pages/page.ts'

export const codeField = (more: Partial<Field> = {}): Field => ({
  name: 'code',
  label: 'Code',
  type: 'text',
  autocomplete: 'one-time-code',
  charactersMax: 20,
  ...more,
})

export const codePage = (fault?: Fault): Page => ({
  title: 'Enter your code',
  form: true,
  main: html`<section class="sheet narrow stack">
    <h1>Enter your code</h1>
    <p>Open your authenticator app and enter the six digits that it shows for Bureau.</p>
    ${faultSummary(fault)}
    <form class="stack" method="post" action="/login/code">
      ${formField(codeField({ focus: true, hint: 'Without your phone, enter one of your recovery codes.' }), fault)}
      <button class="button" type="submit">Log in</button>
    </form>
    <p class="small"><a href="/login">Log in as somebody else</a></p>
  </section>`,
})
