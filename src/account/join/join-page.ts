import { faultSummary, formField, type Fault } from '../../platform/pages/field.ts'
import { html, type Html } from '../../platform/pages/html.ts'
import type { Page } from '../../platform/pages/page.ts'
import { emailField, passwordField } from '../log-in/log-in-page.ts'
import type { Invitee } from '../schemes/invitee.ts'

interface Typed {
  readonly email?: string | undefined
  readonly fault?: Fault
}

const asPerson = (path: string, email: string): Html =>
  html`<p>You are logged in as <bdi>${email}</bdi>.</p>
    <form class="stack" method="post" action="${path}">
      <button class="button" type="submit">Join</button>
      <button class="button quiet" type="submit" name="action" value="switch">Use another account</button>
    </form>`

const asStranger = (path: string, { email, fault }: Typed): Html =>
  html`<p>Log in to join.</p>
    ${faultSummary(fault)}
    <form class="stack" method="post" action="${path}" novalidate>
      ${formField(emailField(email, { focus: true }), fault)} ${formField(passwordField, fault)}
      <button class="button" type="submit">Log in and join</button>
    </form>
    <p class="small"><a href="/forgot">Forgotten your password?</a></p>
    <p class="pencil small">Without an account, ask for an invitation to your e-mail address instead.</p>`

export function joinPage({ invite: { code, workspaceName }, person }: Invitee, typed: Typed = {}): Page {
  const path = `/join/${code}`
  return {
    title: `Join ${workspaceName}`,
    form: true,
    main: html`<section class="sheet narrow stack">
      <h1>Join <bdi>${workspaceName}</bdi></h1>
      <p>This link lets one person in, as a member.</p>
      ${person ? asPerson(path, person.email) : asStranger(path, typed)}
    </section>`,
  }
}
