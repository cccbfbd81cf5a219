import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testApp, type TestApp, type Tenant } from '../../../test/harness.ts'
import { inviteGuest } from '../../identity/invitation/invitation.testing.ts'
import { inForce } from '../../identity/in-force.ts'
import { setUserDisabled } from '../../identity/user/disable-user.ts'
import { listMembers } from '../../identity/member/store.ts'
import { sql } from '../../platform/database/sql.ts'
import {
  auditOf,
  loggedIn,
  logIn,
  makeLink,
  makePerson,
  newcomer,
  outcomeOf,
  rightPassword as password,
} from '../account.testing.ts'
import { masked } from './masked.ts'

const dayMs = 24 * 3_600_000

let app: TestApp
let tenant: Tenant
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

let guests = 0
const newAddress = () => `guest-${++guests}@example.com`

/** The path of a new invitation to an organization of its own, so that limits do not add up. */
async function invite(email: string, role: 'admin' | 'member' = 'member'): Promise<string> {
  tenant = await app.tenant()
  const { workspaceId, userId: inviterId } = tenant
  return `/invitation/${(await inviteGuest(app, { workspaceId, inviterId, email, role })).token}`
}

const roleOf = async (email: string): Promise<string | undefined> =>
  (await listMembers(app.context.database, tenant.workspaceId, { after: 0, limit: 100 })).find(
    (member) => member.email === email,
  )?.role

const names = { first_name: 'Gus', last_name: 'Guest' }

describe('takeInvitation', () => {
  test('lets somebody without an account choose a name and a password and join, in one form', async () => {
    const email = newAddress()
    const path = await invite(email, 'admin')
    const guest = newcomer(app)
    const page = await guest.get(path)
    expect(page.text).toContain('You are invited as an admin.')
    for (const field of [email, 'given-name', 'family-name', 'new-password'])
      expect(page.text).toContain(field)
    expect(outcomeOf(await guest.submit(path, { ...names, password }))).toBe('303 /')
    expect(await roleOf(email)).toBe('admin')
    expect((await guest.get('/logout')).text).toContain(email)
    expect((await logIn(newcomer(app), email)).status).toBe(303)
    const { id, verified } = await app.context.database.one<{ id: number; verified: boolean }>(
      sql`select id, email_verified_at is not null as verified from identity.user where email = ${email}`,
    )
    expect(verified).toBe(true)
    expect(await auditOf(app, id)).toEqual(
      expect.arrayContaining(['invitation.accept ok', 'session.begin ok']),
    )
  })

  test('lets somebody with an account log in and join, in one form', async () => {
    const { email } = await makePerson(app)
    const path = await invite(email)
    const guest = newcomer(app)
    expect((await guest.get(path)).text).toContain('You have an account. Log in to join.')
    const refused = await guest.submit(path, { password: 'wrong horse' })
    expect(refused.status).toBe(403)
    expect(refused.text).toContain('The e-mail address or the password is wrong.')
    expect(await roleOf(email)).toBeUndefined()
    expect(outcomeOf(await guest.submit(path, { password }))).toBe('303 /')
    expect(await roleOf(email)).toBe('member')
  })

  test('lets somebody who is logged in join with one button', async () => {
    const person = await makePerson(app)
    const path = await invite(person.email)
    const guest = await loggedIn(app, person)
    expect((await guest.get(path)).text).not.toContain('<input')
    expect(outcomeOf(await guest.submit(path, {}))).toBe('303 /')
    expect(await roleOf(person.email)).toBe('member')
  })

  test('tells somebody else who is logged in whom it is for, masked, and offers to switch', async () => {
    const [person, invited] = [await makePerson(app), await makePerson(app)]
    const path = await invite(invited.email)
    const guest = await loggedIn(app, person)
    const page = await guest.get(path)
    expect(page.text).toContain(masked(invited.email))
    expect(page.text).not.toContain(invited.email)
    expect(page.text).toContain(person.email)
    expect((await guest.submit(path, {})).status).toBe(403)
    expect(await roleOf(person.email)).toBeUndefined()
    const switched = await guest.submit(path, { action: 'switch' })
    expect(switched.text).toContain('Log in to join.')
    expect((await guest.get('/two-step')).status).toBe(303)
    expect(outcomeOf(await guest.submit(path, { password }))).toBe('303 /')
    expect(await roleOf(invited.email)).toBe('member')
  })

  test('lets somebody whose account was made for them choose its password and join', async () => {
    const person = await makePerson(app, { password: null })
    const welcome = await makeLink(app, 'welcome', person)
    const path = await invite(person.email)
    const guest = newcomer(app)
    expect((await guest.get(path)).text).toContain('An account was created for you.')
    expect(outcomeOf(await guest.submit(path, { password }))).toBe('303 /')
    expect(await roleOf(person.email)).toBe('member')
    expect((await newcomer(app).get(welcome)).status).toBe(410)
  })

  test('does not let a disabled person in, and says nothing special', async () => {
    const person = await makePerson(app)
    const path = await invite(person.email)
    await inForce(app.context, (tx) => setUserDisabled(tx, person.id, true))
    const guest = newcomer(app)
    expect((await guest.get(path)).text).toContain('You have an account.')
    expect((await guest.submit(path, { password })).text).toContain(
      'The e-mail address or the password is wrong.',
    )
    expect(await roleOf(person.email)).toBeUndefined()
  })

  test('makes one account and one member of fifty who use it at once', async () => {
    const email = newAddress()
    const path = await invite(email)
    const answers = await Promise.all(
      Array.from({ length: 50 }, () =>
        newcomer(app)
          .submit(path, { ...names, password })
          .then(outcomeOf),
      ),
    )
    expect(answers.filter((answer) => answer === '303 /')).toHaveLength(1)
    const lost = new Set(answers.filter((answer) => answer !== '303 /'))
    const expected = [
      '410 This invitation was accepted already',
      '409 There is an account for this address',
      // For those who waited longer than a turn may take, on a machine with other things to do.
      '503 The server is busy',
    ]
    expect([...lost].filter((answer) => !expected.includes(answer))).toEqual([])
    expect(await roleOf(email)).toBe('member')
  })

  test('keeps the names when the password is refused', async () => {
    const path = await invite(newAddress())
    const { status, text } = await newcomer(app).submit(path, { ...names, password: 'short' })
    expect(status).toBe(400)
    expect(text).toContain('value="Gus"')
    expect(text).toContain('This password is too short.')
  })

  test('takes names that are spelled with joiners', async () => {
    const email = newAddress()
    const guest = newcomer(app)
    const typed = { first_name: 'علی\u200cرضا', last_name: 'ශ්\u200dරී', password }
    expect(outcomeOf(await guest.submit(await invite(email), typed))).toBe('303 /')
    const { name } = await app.context.database.one<{ name: string }>(
      sql`select concat_ws(' ', first_name, last_name) as name from identity.user where email = ${email}`,
    )
    expect(name).toBe('علی\u200cرضا ශ්\u200dරී')
  })

  test.each(['', '   ', 'x'.repeat(81), 'Ann\u0000', 'Ann\u202e', '\u200d', '\u3164'])(
    'refuses the name %j',
    async (name) => {
      const path = await invite(newAddress())
      const { status, text } = await newcomer(app).submit(path, { ...names, first_name: name, password })
      expect(status).toBe(400)
      expect(text).toContain('Enter your first and last name')
    },
  )
})

describe('the link of an invitation', () => {
  const open = async (path: string) => outcomeOf(await newcomer(app).get(path))

  test('is not used up by a visit that only opens it', async () => {
    const path = await invite(newAddress())
    for (let at = 0; at < 3; at++) expect((await newcomer(app).go('HEAD', path)).status).toBe(200)
    expect((await newcomer(app).get(path)).status).toBe(200)
    expect((await newcomer(app).submit(path, { ...names, password })).status).toBe(303)
    expect(await open(path)).toBe('410 This invitation was accepted already')
  })

  test('expires after 14 days', async () => {
    const path = await invite(newAddress())
    app.clock.advance(14 * dayMs - 1)
    expect((await newcomer(app).get(path)).status).toBe(200)
    app.clock.advance(1)
    expect(await open(path)).toBe('410 This invitation has expired')
    expect((await newcomer(app).submit(path, { ...names, password })).status).toBe(410)
  })

  test('is revoked by a fresh one, which has the new role', async () => {
    const email = newAddress()
    const path = await invite(email)
    const { workspaceId, userId: inviterId } = tenant
    const { token } = await inviteGuest(app, { workspaceId, inviterId, email, role: 'admin' })
    expect(await open(path)).toBe('410 This invitation does not work any more')
    expect((await newcomer(app).submit(`/invitation/${token}`, { ...names, password })).status).toBe(303)
    expect(await roleOf(email)).toBe('admin')
  })

  test('that is unknown or of another kind is 404', async () => {
    const reset = await makeLink(app, 'reset', await makePerson(app))
    for (const path of ['/invitation', '/invitation/x', reset.replace('/reset', '/invitation')])
      expect(await open(path)).toBe('404 This link does not work')
  })

  test('goes with its workspace, which cannot be deleted before', async () => {
    const path = await invite(newAddress())
    const { workspaceId } = tenant
    const deletion = (table: string) =>
      app.context.database.run({
        text: `delete /* identity.workspace.deleteRows */ from ${table} where workspace_id = $1`,
        values: [workspaceId],
      })
    const deleteWorkspace = () =>
      app.context.database.run(sql`delete from identity.workspace where id = ${workspaceId}`)
    for (const table of ['identity.member', 'identity.api_key', 'files.usage']) await deletion(table)
    await expect(deleteWorkspace()).rejects.toThrow('invitation_workspace_id_fkey')
    for (const table of ['identity.link', 'identity.invitation']) await deletion(table)
    expect(await deleteWorkspace()).toBe(1)
    expect(await open(path)).toBe('404 This link does not work')
    expect((await newcomer(app).submit(path, { ...names, password })).status).toBe(404)
  })

  test('stands in no header of any answer', async () => {
    const person = await makePerson(app)
    const path = await invite(person.email)
    const token = path.split('/')[2] ?? ''
    const guest = newcomer(app)
    for (const answer of [
      await guest.get(path),
      await guest.submit(path, { password: 'wrong horse' }),
      await guest.submit(path, { password }),
    ])
      expect(JSON.stringify(answer.headers)).not.toContain(token)
  })
})

test.each([
  ['ann@example.com', 'a***@example.com'],
  ['a@example.com', 'a***@example.com'],
  ['🦦otter@example.com', '🦦***@example.com'],
])('the address %s is masked as %s', (email, shown) => {
  expect(masked(email)).toBe(shown)
})
