import { renderSVG } from 'uqr'
import { totpAddress } from '../../identity/totp/totp.ts'
import { faultSummary, formField, type Fault } from '../../platform/pages/field.ts'
import { html, type Html } from '../../platform/pages/html.ts'
import type { Page } from '../../platform/pages/page.ts'
import { codeField } from '../log-in/code-page.ts'
import { passwordField } from '../log-in/log-in-page.ts'

export type TwoFactorState =
  | { readonly kind: 'off' }
  | { readonly kind: 'prepared'; readonly email: string; readonly secret: string }
  | { readonly kind: 'on'; readonly codesLeft: number }

const title = 'Two-step verification'

const sheet = (heading: string, parts: Html): Page => ({
  title: heading,
  form: true,
  main: html`<section class="sheet narrow stack">
    <h1>${heading}</h1>
    ${parts}
    <p class="small"><a href="/me/security">Back to Security</a></p>
  </section>`,
})

const offPage = (fault: Fault | undefined): Page =>
  sheet(
    title,
    html`<p>
        After your password, a log-in then asks for six digits from an app on your phone. Someone who learns
        your password can’t log in with it alone.
      </p>
      ${faultSummary(fault)}
      <form class="stack" method="post" action="/two-step/begin">
        ${formField({ ...passwordField, hint: 'To make sure that it is you.' }, fault)}
        <button class="button" type="submit">Set up</button>
      </form>`,
  )

const picture = (address: string): string =>
  `data:image/svg+xml,${encodeURIComponent(renderSVG(address, { border: 2, ecc: 'M' }))}`

const preparedPage = (email: string, secret: string, fault: Fault | undefined): Page =>
  sheet(
    'Connect your app',
    html`<p>Scan the picture with an authenticator app, such as the one of your password manager.</p>
      <img
        class="qr"
        src="${picture(totpAddress(secret, email))}"
        alt="QR code with the key below"
        width="200"
        height="200"
      />
      <p class="small">
        <span class="pencil">Or enter this key:</span> <code>${secret.match(/.{1,4}/g)?.join(' ')}</code>
      </p>
      ${faultSummary(fault)}
      <form class="stack" method="post" action="/two-step/confirm">
        ${formField(codeField({ hint: 'Six digits that the app shows now.', code: true }), fault)}
        <button class="button" type="submit">Switch on</button>
      </form>`,
  )

const onPage = (codesLeft: number, fault: Fault | undefined): Page =>
  sheet(
    title,
    html`<p>It is on. You have ${codesLeft} of 10 recovery codes left.</p>
      <p class="pencil small">For new codes, switch it off and set it up again.</p>
      ${faultSummary(fault)}
      <form class="stack" method="post" action="/two-step/off">
        ${formField(passwordField, fault)}
        ${formField(codeField({ hint: 'From your app, or a recovery code.' }), fault)}
        <button class="button quiet" type="submit">Switch off</button>
      </form>`,
  )

export function twoFactorPage(state: TwoFactorState, fault?: Fault): Page {
  if (state.kind === 'prepared') return preparedPage(state.email, state.secret, fault)
  return state.kind === 'on' ? onPage(state.codesLeft, fault) : offPage(fault)
}

/** Shown once: only hashes are kept. */
export const recoveryCodesPage = (codes: readonly string[]): Page =>
  sheet(
    'Save your recovery codes',
    html`<p>Two-step verification is on, and you are logged out everywhere else.</p>
      <p>
        Each code logs you in once without your phone. Print them, or keep them where you keep your passwords.
      </p>
      <ul class="codes">
        ${codes.map((code) => html`<li><code>${code}</code></li>`)}
      </ul>
      <p class="pencil small">You cannot see them again.</p>`,
  )
