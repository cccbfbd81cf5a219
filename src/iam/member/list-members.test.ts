import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { refusalOf } from '../../../test/files-client.ts'
import { testApp, type TestApp } from '../../../test/harness.ts'
import { iamCaller, list, newAddress, organization, shown, type Organization } from '../../../test/iam-app.ts'
import { inForce } from '../../identity/in-force.ts'
import { addMember } from '../../identity/member/change-members.ts'
import { createUser } from '../../identity/user/create-user.ts'
import { crowd, pendingBefore } from '../../identity/invitation/invitation.testing.ts'
import { sql } from '../../platform/database/sql.ts'
import { Member } from './model.ts'

let app: TestApp
let org: Organization
beforeAll(async () => {
  app = await testApp()
  org = await organization(app)
})
afterAll(() => app.close())

describe('listMembers', () => {
  test('has the owner first, members as they joined, then pending invitations, newest first', async () => {
    const [first, second] = [newAddress(), newAddress()]
    shown(await org.owner.iam('POST', '/members', { email: first }), 201)
    app.clock.advance(1000)
    shown(await org.owner.iam('POST', '/members', { email: second, role: 'admin' }), 201)
    const late = await org.join('admin')
    const people = list(await org.owner.iam('GET', '/members'))
    expect(people.slice(0, 4).map((person) => person['user_id'])).toEqual([
      org.owner.id,
      org.admin.id,
      org.member.id,
      late.id,
    ])
    expect(people.slice(4).map(({ email }) => email)).toEqual([second, first])
  })

  test('shows every field of an active member', async () => {
    const [owner, admin] = list(await org.owner.iam('GET', '/members'))
    const names = await app.context.database.one<{ email: string; last_name: string }>(
      sql`select email, last_name from identity.user where id = ${org.owner.id}`,
    )
    expect(owner).toEqual({
      user_id: org.owner.id,
      email: names.email,
      name: `Pat ${names.last_name}`,
      role: 'owner',
      status: 'active',
      joined_at: '2026-03-04 05:06:07',
    })
    expect(admin).toMatchObject({ role: 'admin', status: 'active' })
  })

  test('shows a pending invitation with its invite_id as user_id, without name and joined_at', async () => {
    const email = newAddress()
    shown(await org.owner.iam('POST', '/members', { email, role: 'admin' }), 201)
    const entry = list(await org.owner.iam('GET', '/members')).find((person) => person['email'] === email)
    const invite = list(await org.owner.iam('GET', '/invites')).find((each) => each['email'] === email)
    expect(entry).toEqual({
      user_id: invite?.['invite_id'],
      email,
      name: null,
      role: 'admin',
      status: 'pending',
      joined_at: null,
    })
  })

  test('puts first and last name together, trimmed, and null in place of an empty name', async () => {
    for (const [first, last, name] of [
      [' Ann ', '', 'Ann'],
      ['', 'Lee', 'Lee'],
      ['', '  ', null],
    ] as const) {
      const { id } = await org.join('member')
      await app.context.database.run(
        sql`update identity.user set first_name = ${first}, last_name = ${last} where id = ${id}`,
      )
      const entry = list(await org.owner.iam('GET', '/members')).find((person) => person['user_id'] === id)
      expect(entry?.['name']).toBe(name)
    }
  })

  test('has people once whose names were written with control characters, which become spaces', async () => {
    const draft = { email: newAddress(), firstName: 'An\u001En', lastName: 'Le\u001Fe', plan: null }
    const { id } = await inForce(app.context, async (tx) => {
      const person = await createUser(tx, app.context.setUpWorkspace, draft)
      await addMember(tx, { workspaceId: org.id, userId: person.id, role: 'member' })
      return person
    })
    const entries = list(await org.owner.iam('GET', '/members')).filter((person) => person['user_id'] === id)
    expect(entries.map((entry) => entry['name'])).toEqual(['An n Le e'])
  })

  test.each(['"', '\\', '\\"}', '\u007F', '\u2028', 'é😀', '</script>', "it's", '\r\n\t\b\f'])(
    'writes the name %j so that JSON reads it again',
    async (name) => {
      const { id } = await org.join('member')
      await app.context.database.run(
        sql`update identity.user set first_name = 'A', last_name = ${`${name}.`} where id = ${id}`,
      )
      const entry = list(await org.owner.iam('GET', '/members')).find((person) => person['user_id'] === id)
      expect(entry?.['name']).toBe(`A ${name}.`)
    },
  )

  test('has nothing but the fields that it declares, of their types', async () => {
    shown(await org.owner.iam('POST', '/members', { email: newAddress() }), 201)
    const people = list(await org.owner.iam('GET', '/members'))
    expect(z.array(Member.strict()).parse(people)).toEqual(people)
  })

  test('needs only iam:read, whatever the role', async () => {
    for (const { id } of [org.owner, org.admin, org.member]) {
      const { key } = await org.tenant.key('iam', { userId: id, scopes: ['iam:read'] })
      expect((await iamCaller(app, key)('GET', '/members')).status).toBe(200)
    }
  })

  test('is not_an_org_workspace with a key of a personal workspace', async () => {
    const { key } = await org.tenant.key('iam', { workspaceId: org.tenant.personalId })
    expect(refusalOf(await iamCaller(app, key)('GET', '/members'))).toEqual([400, 'not_an_org_workspace'])
  })

  test('never shows people of another organization', async () => {
    const other = await organization(app)
    const ids = (await Promise.all([org, other].map(({ owner }) => owner.iam('GET', '/members'))))
      .map(list)
      .map((people) => new Set(people.map((person) => person['user_id'])))
    expect(ids[0]?.isDisjointFrom(ids[1] as ReadonlySet<unknown>)).toBe(true)
  })

  test('of 1,000 members and 200 invitations has all of them', async () => {
    const big = await organization(app)
    await crowd(app, big.id, 997)
    await pendingBefore(app, { workspaceId: big.id, inviterId: big.owner.id }, 200)
    const people = list(await big.owner.iam('GET', '/members'))
    expect(people.filter(({ status }) => status === 'active')).toHaveLength(1000)
    expect(people.filter(({ status }) => status === 'pending')).toHaveLength(200)
  })
})
