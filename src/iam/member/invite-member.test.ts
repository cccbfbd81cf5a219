import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { refusalOf } from '../../../test/files-client.ts'
import { testApp, type Answer, type TestApp } from '../../../test/harness.ts'
import { iamCaller, list, newAddress, organization, shown, type Organization } from '../../../test/iam-app.ts'
import { inForce } from '../../identity/in-force.ts'
import { pendingBefore, sentBefore } from '../../identity/invitation/invitation.testing.ts'
import { changeRole } from '../../identity/member/change-members.ts'
import { sql } from '../../platform/database/sql.ts'

let app: TestApp
let org: Organization
beforeAll(async () => {
  app = await testApp()
  org = await organization(app)
})
afterAll(() => app.close())

const invite = (email: unknown, role?: unknown, by = org.owner): Promise<Answer> =>
  by.iam('POST', '/members', { email, ...(role !== undefined && { role }) })
const linksTo = async (email: string): Promise<string[]> => {
  const mails = await app.context.database.rows<{ links: string[] }>(
    sql`select links from platform.mail where recipient = ${email} order by id`,
  )
  return mails.flatMap(({ links }) => links)
}
const tooMany = (answer: Answer) => [
  ...refusalOf(answer),
  (answer.body as { error: { details: unknown } }).error.details,
  Number(answer.headers['retry-after']),
]

describe('inviteMember', () => {
  test('answers 201 and mails a link that works for 14 days; the role is member by default', async () => {
    const email = newAddress()
    expect(shown(await invite(` ${email.toUpperCase()} `), 201)).toEqual({
      email,
      role: 'member',
      status: 'invited',
      invited_at: '2026-03-04 05:06:07',
    })
    expect(await linksTo(email)).toEqual([
      expect.stringMatching(/^http:\/\/files\.test\/invitation\/\w{43}$/),
    ])
    const [entry] = list(await org.owner.iam('GET', '/invites'))
    expect(entry).toMatchObject({ email, expires_at: '2026-03-18 05:06:07', expired: false })
  })

  test('by an admin who names no role keeps that of the pending invitation', async () => {
    for (const unnamed of [undefined, null, '']) {
      const email = newAddress()
      await invite(email, 'admin')
      expect(shown(await invite(email, unnamed, org.admin), 201)).toMatchObject({ email, role: 'admin' })
      expect(refusalOf(await invite(email, 'admin', org.admin))).toEqual([403, 'owner_required'])
      expect(shown(await invite(email, 'member', org.admin), 201)).toMatchObject({ role: 'member' })
    }
  })

  test('of a pending address sends a fresh link with the new role under the same id', async () => {
    const email = newAddress()
    const entry = async () =>
      list(await org.owner.iam('GET', '/invites')).filter((each) => each['email'] === email)
    await invite(email)
    const before = await entry()
    expect(shown(await invite(email.toUpperCase(), 'admin'), 201)).toMatchObject({ role: 'admin' })
    const after = await entry()
    expect(after).toEqual([{ ...before[0], role: 'admin' }])
    const links = await linksTo(email)
    expect(new Set(links).size).toBe(2)
    const { usable } = await app.context.database.one<{ usable: number }>(sql`
      select count(*) as usable from identity.link where recipient = ${email} and used_at is null and revoked_at is null`)
    expect(usable).toBe(1)
  })

  test('refuses what is not one address as invalid_email', async () => {
    const bad = [
      undefined,
      null,
      7,
      ['ann@example.com'],
      '',
      ' ',
      'nobody',
      '@example.com',
      'ann@',
      'ann@example',
      'a@b@c.example',
      'ann@example.com, bob@example.com',
      'Ann <ann@example.com>',
      'ann@example.com\r\nBcc: bob@example.com',
      'ann\u0000@example.com',
      'an n@example.com',
      `${'x'.repeat(65)}@example.com`,
      `ann@${`${'x'.repeat(60)}.`.repeat(5)}com`,
      'ann@-example.com',
      'ann@exa\u202Emple.com',
    ]
    for (const email of bad) expect(refusalOf(await invite(email))).toEqual([400, 'invalid_email'])
  })

  test('takes plus tags, upper case, spaces around and international names, and compares them as one', async () => {
    const other = await organization(app)
    for (const [typed, stored] of [
      ['Ann+Tag@Example.com', 'ann+tag@example.com'],
      ['  bob@example.com  ', 'bob@example.com'],
      ['cy@BÜCHER.example', 'cy@xn--bcher-kva.example'],
    ])
      expect(shown(await invite(typed, 'member', other.owner), 201)['email']).toBe(stored)
    const invites = list(await other.owner.iam('GET', '/invites'))
    await invite('cy@xn--bcher-kva.example', 'member', other.owner)
    expect(list(await other.owner.iam('GET', '/invites'))).toHaveLength(invites.length)
  })

  test('refuses other roles as invalid_role', async () => {
    for (const role of ['owner', 'guest', 'Admin', ' ', 7, ['admin'], {}])
      expect(refusalOf(await invite(newAddress(), role))).toEqual([400, 'invalid_role'])
  })

  test('of an active member is invite_failed', async () => {
    const { email } = await app.context.database.one<{ email: string }>(
      sql`select email from identity.user where id = ${org.member.id}`,
    )
    expect(refusalOf(await invite(email.toUpperCase()))).toEqual([400, 'invite_failed'])
  })

  test('of somebody who was removed invites them anew', async () => {
    const { id } = await org.join('admin')
    const { email } = await app.context.database.one<{ email: string }>(
      sql`select email from identity.user where id = ${id}`,
    )
    expect((await org.owner.iam('DELETE', `/members/${id}`)).status).toBe(204)
    expect(shown(await invite(email), 201)).toMatchObject({ email, role: 'member', status: 'invited' })
  })

  test('as admin is owner_required for an admin, also of who is invited as a member', async () => {
    const email = newAddress()
    expect(refusalOf(await invite(email, 'admin', org.admin))).toEqual([403, 'owner_required'])
    shown(await invite(email, 'member', org.admin), 201)
    expect(refusalOf(await invite(email, 'admin', org.admin))).toEqual([403, 'owner_required'])
  })

  test('by a member is not_admin, and by a personal key not_an_org_workspace, whatever the body says', async () => {
    const { key } = await org.tenant.key('iam', { workspaceId: org.tenant.personalId })
    for (const body of [{ email: newAddress() }, { email: 'bad' }, {}, [], 7]) {
      expect(refusalOf(await org.member.iam('POST', '/members', body))).toEqual([403, 'not_admin'])
      expect(refusalOf(await iamCaller(app, key)('POST', '/members', body))).toEqual([
        400,
        'not_an_org_workspace',
      ])
    }
  })

  test('of 50 at once for one address makes one pending invitation and sends three mails a day: invite_rate_limited', async () => {
    const other = await organization(app)
    const email = newAddress()
    const answers = await Promise.all(Array.from({ length: 50 }, () => invite(email, 'member', other.owner)))
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(3)
    for (const answer of answers.filter(({ status }) => status !== 201))
      expect(tooMany(answer)).toEqual([429, 'invite_rate_limited', { limit: 'recipient_day' }, 86_400])
    expect(list(await other.owner.iam('GET', '/invites'))).toHaveLength(1)
    expect(await linksTo(email)).toHaveLength(3)
    app.clock.advance(24 * 60 * 60 * 1000)
    expect((await invite(email, 'member', other.owner)).status).toBe(201)
  })

  test('of 30 addresses at once sends 20 an hour for one inviter: invite_rate_limited', async () => {
    const other = await organization(app)
    const addresses = Array.from({ length: 30 }, newAddress)
    const answers = await Promise.all(addresses.map((email) => invite(email, 'member', other.owner)))
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(20)
    for (const answer of answers.filter(({ status }) => status !== 201))
      expect(tooMany(answer)).toEqual([429, 'invite_rate_limited', { limit: 'inviter_hour' }, 3600])
    // Another admin of the workspace has 20 of their own; in another workspace the first inviter still waits.
    expect((await invite(newAddress(), 'member', other.admin)).status).toBe(201)
    app.clock.advance(60 * 60 * 1000)
    expect((await invite(newAddress(), 'member', other.owner)).status).toBe(201)
  })

  test('sends 100 a day for one workspace, then it is invite_rate_limited', async () => {
    const other = await organization(app)
    await sentBefore(app, { workspaceId: other.id, inviterId: other.owner.id }, 95)
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => invite(newAddress(), 'member', other.owner)),
    )
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(5)
    const refused = answers.find(({ status }) => status !== 201)
    expect(refused && tooMany(refused)).toEqual([
      429,
      'invite_rate_limited',
      { limit: 'workspace_day' },
      86_400,
    ])
  })

  test('keeps 200 pending invitations, then it is too_many_pending_invites; sending again is allowed', async () => {
    const other = await organization(app)
    await pendingBefore(app, { workspaceId: other.id, inviterId: other.owner.id }, 195)
    const addresses = Array.from({ length: 10 }, newAddress)
    const answers = await Promise.all(addresses.map((email) => invite(email, 'member', other.owner)))
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(5)
    for (const answer of answers.filter(({ status }) => status !== 201))
      expect(refusalOf(answer)).toEqual([429, 'too_many_pending_invites'])
    expect((await invite('pending-1@example.com', 'member', other.owner)).status).toBe(201)
  })

  test('is invite_rate_limited when the mailbox had too many mails of all organizations', async () => {
    const email = newAddress()
    const others = await Promise.all(Array.from({ length: 4 }, () => organization(app)))
    const answers: Answer[] = []
    for (const { owner } of others)
      for (let at = 0; at < 3; at++) answers.push(await invite(email, 'member', owner))
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(10)
    expect(answers.slice(10).map(tooMany)).toEqual(
      Array.from({ length: 2 }, () => [429, 'invite_rate_limited', { limit: 'mails_hour' }, 3600]),
    )
  })

  test('and the demotion of the inviter never both happen: the mail is sent before, or not at all', async () => {
    const other = await organization(app)
    for (let round = 0; round < 10; round++) {
      const admin = await other.join('admin')
      const email = newAddress()
      const [invited] = await Promise.all([
        invite(email, 'member', admin),
        inForce(app.context, (tx) =>
          changeRole(tx, { workspaceId: other.id, userId: admin.id, role: 'member' }),
        ),
      ])
      const sent = await linksTo(email)
      expect(sent).toHaveLength(invited.status === 201 ? 1 : 0)
      expect(refusalOf(await invite(newAddress(), 'member', admin))).toEqual([403, 'not_admin'])
    }
  })
})
