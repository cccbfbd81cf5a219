import type { Person } from '../../identity/schemes/session.ts'
import type { Role } from '../../identity/principal.ts'
import { html, type Html } from '../../platform/pages/html.ts'
import type { Page } from '../../platform/pages/page.ts'

interface Listed {
  readonly name: string
  readonly type: 'personal' | 'org'
  readonly role: Role
}

const roles: Readonly<Record<Role, string>> = { owner: 'Owner', admin: 'Admin', member: 'Member' }

const row = ({ name, type, role }: Listed): Html =>
  html`<tr>
    <th scope="row"><bdi>${name}</bdi></th>
    <td>${type === 'personal' ? 'Personal' : roles[role]}</td>
  </tr>`

export function homePage(
  { email, firstName, twoFactor }: Person,
  { workspaces, total }: { readonly workspaces: readonly Listed[]; readonly total: number },
): Page {
  return {
    title: 'You are in',
    form: true,
    main: html`<section class="sheet medium stack">
      <div class="head">
        <div>
          <h1>You are in</h1>
          <p class="pencil">${firstName}, you are logged in as <bdi>${email}</bdi>.</p>
        </div>
        <form method="post" action="/logout">
          <button class="button quiet" type="submit">Log out</button>
        </form>
      </div>
      <table>
        <thead>
          <tr>
            <th scope="col">Workspace</th>
            <th scope="col">Your role</th>
          </tr>
        </thead>
        <tbody>
          ${workspaces.map(row)}
        </tbody>
      </table>
      ${total > workspaces.length && html`<p class="pencil small">And ${total - workspaces.length} more.</p>`}
      <p class="small">
        <a href="/two-step">Two-step verification</a>
        <span class="pencil">is ${twoFactor ? 'on' : 'off'}.</span>
      </p>
    </section>`,
  }
}
