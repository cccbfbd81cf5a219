import { faultSummary, formField, type Fault } from '../../platform/pages/field.ts'
import { html, type Html } from '../../platform/pages/html.ts'
import type { Page } from '../../platform/pages/page.ts'
import { emailField, passwordField } from '../log-in/log-in-page.ts'
import { newPasswordField } from '../password/new-password.ts'
import { wayOf, type Invited, type Way } from '../schemes/invited.ts'
import { masked } from './masked.ts'

interface Typed {
  readonly firstName?: string | undefined
  readonly lastName?: string | undefined
  readonly fault?: Fault | undefined
}

const asRole = { admin: 'an admin', member: 'a member' } as const

const form = (caller: Invited, words: string, fields: readonly Html[] = []): Html =>
  html`<form class="stack" method="post" action="/invitation/${caller.token}">
    ${fields}
    <button class="button" type="submit">${words}</button>
  </form>`

const fixedEmail = ({ invitation: { email } }: Invited): Html => formField(emailField(email, { fixed: true }))

const nameFields = ({ firstName, lastName, fault }: Typed): readonly Html[] => [
  formField(
    {
      name: 'first_name',
      label: 'First name',
      type: 'text',
      autocomplete: 'given-name',
      charactersMax: 80,
      value: firstName,
      focus: true,
    },
    fault,
  ),
  formField(
    {
      name: 'last_name',
      label: 'Last name',
      type: 'text',
      autocomplete: 'family-name',
      charactersMax: 80,
      value: lastName,
    },
    fault,
  ),
]

const ways: Readonly<Record<Way, (caller: Invited, typed: Typed) => Html>> = {
  join: (caller) =>
    html`<p>You are logged in as <bdi>${caller.person?.email}</bdi>.</p>
      ${form(caller, 'Join')}`,
  switch: (caller) =>
    html`<p>
        The invitation was sent to <bdi>${masked(caller.invitation.email)}</bdi>, and you are logged in as
        <bdi>${caller.person?.email}</bdi>.
      </p>
      <form class="stack" method="post" action="/invitation/${caller.token}">
        <button class="button" type="submit" name="action" value="switch">Use the other account</button>
      </form>
      <p class="small"><a href="/">Stay logged in and leave the invitation</a></p>`,
  'log-in': (caller, { fault }) =>
    html`<p>You have an account. Log in to join.</p>
      ${faultSummary(fault)}
      ${form(caller, 'Log in and join', [fixedEmail(caller), formField({ ...passwordField, focus: true }, fault)])}
      <p class="small"><a href="/forgot">Forgotten your password?</a></p>`,
  'first-password': (caller, { fault }) =>
    html`<p>An account was created for you. Choose a password for it.</p>
      ${faultSummary(fault)}
      ${form(caller, 'Set password and join', [fixedEmail(caller), formField({ ...newPasswordField, focus: true }, fault)])}`,
  'new-account': (caller, typed) =>
    html`${faultSummary(typed.fault)}
    ${form(caller, 'Create account and join', [
      fixedEmail(caller),
      ...nameFields(typed),
      formField({ ...newPasswordField, label: 'Password' }, typed.fault),
    ])}`,
}

export function invitationPage(caller: Invited, typed: Typed = {}): Page {
  const { workspaceName, role } = caller.invitation
  return {
    title: `Join ${workspaceName}`,
    form: true,
    main: html`<section class="sheet narrow stack">
      <h1>Join <bdi>${workspaceName}</bdi></h1>
      <p>You are invited as ${asRole[role]}.</p>
      ${ways[wayOf(caller)](caller, typed)}
    </section>`,
  }
}
