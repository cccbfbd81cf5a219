import { faultSummary, formField, type Fault, type Field } from '../../platform/pages/field.ts'
import { html } from '../../platform/pages/html.ts'
import type { Page } from '../../platform/pages/page.ts'

const typedCharactersMax = 1000

export const emailField = (value: string | undefined, more: Partial<Field> = {}): Field => ({
  name: 'email',
  label: 'E-mail address',
  type: 'email',
  autocomplete: 'username',
  charactersMax: 254,
  value,
  ...more,
})

export const passwordField: Field = {
  name: 'password',
  label: 'Password',
  type: 'password',
  autocomplete: 'current-password',
  charactersMax: typedCharactersMax,
}

interface Typed {
  readonly email?: string | undefined
  readonly next?: string | undefined
  readonly fault?: Fault
}

export const logInPage = ({ email, next, fault }: Typed): Page => ({
  title: 'Log in',
  form: true,
  main: html`<section class="sheet narrow stack">
    <h1>Log in</h1>
    ${faultSummary(fault)}
    <form class="stack" method="post" action="/login" novalidate>
      ${next !== undefined && html`<input type="hidden" name="next" value="${next}" />`}
      ${formField(emailField(email, { focus: true }), fault)} ${formField(passwordField, fault)}
      <button class="button" type="submit">Log in</button>
    </form>
    <p class="small"><a href="/forgot">Forgotten your password?</a></p>
  </section>`,
})
