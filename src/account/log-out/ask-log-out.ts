import { goTo, show } from '../../api/pages/answer.ts'
import { html } from '../../platform/pages/html.ts'
import type { Page } from '../../platform/pages/page.ts'
import { accountSite } from '../site.ts'

const logOutPage = (email: string): Page => ({
  title: 'Log out',
  form: true,
  main: html`<section class="sheet narrow stack">
    <h1>Log out?</h1>
    <p>You are logged in as <bdi>${email}</bdi>.</p>
    <form method="post" action="/logout"><button class="button" type="submit">Log out</button></form>
    <p class="small"><a href="/">Stay logged in</a></p>
  </section>`,
})

/** A link would let any page of the web log people out, so there is a form. */
export const askLogOut = accountSite.page('askLogOut', {
  method: 'GET',
  path: '/logout',
  who: 'guest',
  problems: [],
  handle: (_input, { caller: { person } }) =>
    Promise.resolve(person ? show(logOutPage(person.email)) : goTo('/login')),
})
