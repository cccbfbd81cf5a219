import type { Page } from '../../platform/pages/page.ts'
import { html, type Html } from '../../platform/pages/html.ts'
import type { DoorAnswer, DoorFault } from './unlock.ts'

type Question = Exclude<DoorAnswer, { readonly kind: 'pass' }>

/** The answer to a link that is unknown, private or expired: one and the same, so that it tells nothing of links. */
export const unavailablePage: Page = {
  title: 'Nothing to open here',
  main: html`<section class="sheet narrow stack">
    <h1>There is nothing to open here</h1>
    <p>This link has expired, was taken back, or never was one. Ask the person who sent it for a new one.</p>
  </section>`,
}

/** A short word on what went wrong. */
export const noticePage = (title: string, sentence: string): Page => ({
  title,
  main: html`<section class="sheet narrow stack">
    <h1>${title}</h1>
    <p>${sentence}</p>
  </section>`,
})

const waitSentence = (seconds: number): string =>
  seconds < 60
    ? `Wait ${seconds} ${seconds === 1 ? 'second' : 'seconds'}, then try again.`
    : `Wait ${Math.ceil(seconds / 60)} ${seconds <= 60 ? 'minute' : 'minutes'}, then try again.`

/** Says what is wrong where a screen reader hears it at once; the field refers to it. */
function alert(fault: DoorFault | undefined, wrong: string): Html {
  if (!fault) return html``
  const sentence = fault.reason === 'wait' ? `Too many tries. ${waitSentence(fault.retrySeconds)}` : wrong
  return html`<p class="alert" id="fault" role="alert">${sentence}</p>`
}

const described = (fault: DoorFault | undefined): Html =>
  fault ? html` aria-describedby="fault" aria-invalid="true"` : html``

const passwordPage = (url: string, fault: DoorFault | undefined): Page => ({
  title: 'Password needed',
  form: true,
  main: html`<section class="sheet narrow stack">
    <h1>This link has a password</h1>
    <p>The person who sent you the link knows it.</p>
    ${alert(fault, 'That password is wrong.')}
    <form class="stack" method="post" action="${url}">
      <div>
        <label for="password">Password</label>
        <input
          id="password"
          name="password"
          type="password"
          autocomplete="current-password"
          required
          maxlength="1000"
          ${described(fault)}
        />
      </div>
      <button class="button" type="submit">Open</button>
    </form>
  </section>`,
})

const addressPage = (url: string, fault: DoorFault | undefined): Page => ({
  title: 'Address needed',
  form: true,
  main: html`<section class="sheet narrow stack">
    <h1>This link is for certain people</h1>
    <p>Type your e-mail address. If the link is for you, we send you a code.</p>
    ${alert(fault, 'That is no e-mail address.')}
    <form class="stack" method="post" action="${url}">
      <div>
        <label for="email">E-mail address</label>
        <input
          id="email"
          name="email"
          type="email"
          autocomplete="email"
          required
          maxlength="254"
          ${described(fault)}
        />
      </div>
      <button class="button" type="submit">Send the code</button>
    </form>
  </section>`,
})

const codePage = (url: string, email: string, fault: DoorFault | undefined): Page => ({
  title: 'Code needed',
  form: true,
  main: html`<section class="sheet narrow stack">
    <h1>Look into your mail</h1>
    <p>
      If this link is for <bdi>${email}</bdi>, a code of six digits is on its way. It works for 10 minutes.
    </p>
    ${alert(fault, 'That code is wrong or no longer good.')}
    <form class="stack" method="post" action="${url}">
      <input type="hidden" name="email" value="${email}" />
      <div>
        <label for="code">Code</label>
        <input
          class="code"
          id="code"
          name="code"
          type="text"
          inputmode="numeric"
          autocomplete="one-time-code"
          required
          maxlength="12"
          ${described(fault)}
        />
      </div>
      <button class="button" type="submit">Open</button>
    </form>
    <form method="post" action="${url}">
      <input type="hidden" name="email" value="${email}" />
      <button class="button quiet" type="submit">Send another code</button>
    </form>
    <p><a href="${url}">Use another address</a></p>
  </section>`,
})

/** The form for what a visitor has to show next. `url` is the path of the link. */
export function doorPage(url: string, question: Question): Page {
  if (question.kind === 'password') return passwordPage(url, question.fault)
  if (question.kind === 'address') return addressPage(url, question.fault)
  return codePage(url, question.email, question.fault)
}
