import { html, type Html } from '../../platform/pages/html.ts'
import type { Page } from '../../platform/pages/page.ts'
import { linkPath } from './rules.ts'

interface Fault {
  readonly sentence: string
  /** Whether it is about what was typed. */
  readonly typed: boolean
}

export type Question = { readonly fault?: Fault; readonly changed?: boolean } & (
  | { readonly asked: 'password' | 'address' }
  | { readonly asked: 'code'; readonly email: string }
)

/** Why somebody is asked who was let in before. */
const changedNote: Html = html`<p class="note" role="status">
  The settings of this link have changed since you opened it, so it asks again.
</p>`

const alert = (fault: Fault | undefined): Html =>
  fault === undefined ? html`` : html`<p class="alert" id="fault" role="alert">${fault.sentence}</p>`

const described = (fault: Fault | undefined): Html =>
  fault === undefined ? html`` : html` aria-describedby="fault" ${fault.typed && html`aria-invalid="true"`}`

const passwordPage = (url: string, { fault, changed = false }: Question): Page => ({
  title: 'Password needed',
  form: true,
  main: html`<section class="sheet narrow stack">
    <h1>This link has a password</h1>
    <p>Ask the person who sent you the link for it.</p>
    ${changed && changedNote} ${alert(fault)}
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

const addressPage = (url: string, { fault, changed = false }: Question): Page => ({
  title: 'E-mail address needed',
  form: true,
  main: html`<section class="sheet narrow stack">
    <h1>This link is for certain people</h1>
    <p>Enter your e-mail address. If the link is shared with you, we send you a code.</p>
    ${changed && changedNote} ${alert(fault)}
    <form class="stack" method="post" action="${url}" novalidate>
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

const codePage = (url: string, email: string, fault: Fault | undefined): Page => ({
  title: 'Code needed',
  form: true,
  main: html`<section class="sheet narrow stack">
    <h1>Check your e-mail</h1>
    <p>
      If this link is shared with <bdi>${email}</bdi>, you get a six-digit code in a moment. It works once,
      for 10 minutes. Nothing came? Look into the spam folder.
    </p>
    ${alert(fault)}
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

export function questionPage(linkId: string, question: Question): Page {
  const url = linkPath(linkId)
  const { fault } = question
  if ('email' in question) return codePage(url, question.email, fault)
  return question.asked === 'password' ? passwordPage(url, question) : addressPage(url, question)
}
