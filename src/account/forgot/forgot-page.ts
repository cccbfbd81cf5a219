import { faultSummary, formField, type Fault } from '../../platform/pages/field.ts'
import { html } from '../../platform/pages/html.ts'
import type { Page } from '../../platform/pages/page.ts'
import { emailField } from '../log-in/log-in-page.ts'

export const forgotPage = ({
  email,
  fault,
}: { readonly email?: string; readonly fault?: Fault } = {}): Page => ({
  title: 'Forgotten password',
  form: true,
  main: html`<section class="sheet narrow stack">
    <h1>Forgotten your password?</h1>
    <p>Enter your e-mail address. We send you a link with which you choose a new one.</p>
    ${faultSummary(fault)}
    <form class="stack" method="post" action="/forgot" novalidate>
      ${formField(emailField(email, { focus: true }), fault)}
      <button class="button" type="submit">Send the link</button>
    </form>
    <p class="small"><a href="/login">Back to log-in</a></p>
  </section>`,
})

export const sentPage = (email: string): Page => ({
  title: 'Check your e-mail',
  main: html`<section class="sheet narrow stack">
    <h1>Check your e-mail</h1>
    <p>
      If there is an account for <bdi>${email}</bdi>, you get a mail with a link in a moment. The link works
      once, within 30 minutes.
    </p>
    <p class="pencil small">
      Nothing came? Look among unwanted mails, and check the address. You get at most five such mails an hour.
    </p>
    <p class="small"><a href="/forgot">Try another address</a></p>
  </section>`,
})
