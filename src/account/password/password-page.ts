import { faultSummary, formField, type Fault } from '../../platform/pages/field.ts'
import { html } from '../../platform/pages/html.ts'
import type { Page } from '../../platform/pages/page.ts'
import { emailField } from '../log-in/log-in-page.ts'
import { newPasswordField } from './new-password.ts'

interface Shown {
  readonly path: string
  readonly kind: 'welcome' | 'reset'
  readonly email: string
  readonly fault?: Fault
}

const words = {
  welcome: { heading: 'Set your password', button: 'Set password and log in' },
  reset: { heading: 'Choose a new password', button: 'Save and log in' },
} as const

/** The address is a field, so that password managers save the password for it. */
export function passwordPage({ path, kind, email, fault }: Shown): Page {
  const { heading, button } = words[kind]
  return {
    title: heading,
    form: true,
    main: html`<section class="sheet narrow stack">
      <h1>${heading}</h1>
      ${kind === 'reset' && html`<p>You are logged out everywhere else when it is saved.</p>`}
      ${faultSummary(fault)}
      <form class="stack" method="post" action="${path}">
        ${formField(emailField(email, { fixed: true }))}
        ${formField({ ...newPasswordField, focus: true }, fault)}
        <button class="button" type="submit">${button}</button>
      </form>
    </section>`,
  }
}
