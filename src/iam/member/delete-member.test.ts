import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { refusalOf } from '../../../test/files-client.ts'
import { testApp, type TestApp } from '../../../test/harness.ts'
import {
  auditOf,
  eventsOf,
  iamCaller,
  list,
  newAddress,
  organization,
  type Organization,
} from '../../../test/iam-app.ts'
import { inForce } from '../../identity/in-force.ts'
import { findInviteCode } from '../../identity/join/use-code.ts'
import { addMember, changeRole } from '../../identity/member/change-members.ts'

let app: TestApp
let org: Organization
beforeAll(async () => {
  app = await testApp()
  org = await organization(app)
})
afterAll(() => app.close())

const remove = (id: number | string, by = org.owner) => by.iam('DELETE', `/members/${id}`)
const isListed = async (id: number, of = org) =>
  list(await of.owner.iam('GET', '/members')).some((person) => person['user_id'] === id)

describe('deleteMember', () => {
  test('answers 204 without a body, by an admin too, and emits member.removed with user_id', async () => {
    const other = await organization(app)
    const { id } = await other.join('admin')
    const answer = await remove(id, other.admin)
    expect([answer.status, answer.text]).toEqual([204, ''])
    expect(await isListed(id, other)).toBe(false)
    expect(await eventsOf(app, other.id)).toEqual([{ name: 'member.removed', data: { user_id: id } }])
    expect(await auditOf(app, other.id)).toMatchObject([
      { actor: 'key', user_id: other.admin.id, action: 'member.remove', target: `user:${id}` },
    ])
  })

  test('stops all keys of the member before it answers', async () => {
    for (const role of ['member', 'admin', 'member'] as const) {
      const joiner = await org.join(role)
      expect((await joiner.iam('GET', '/members')).status).toBe(200)
      expect((await joiner.alias('GET', '/members')).status).toBe(200)
      expect((await remove(joiner.id)).status).toBe(204)
      const after = await Promise.all(
        Array.from({ length: 50 }, (_, at) => (at % 2 ? joiner.iam : joiner.alias)('GET', '/members')),
      )
      for (const answer of after) expect(refusalOf(answer)).toEqual([401, 'token_orphaned'])
    }
  })

  test('revokes the unused invite codes that the member created, and no others', async () => {
    const admin = await org.join('admin')
    const codeOf = async (by: typeof admin) =>
      ((await by.iam('POST', '/invite-codes')).body as { data: { code: string } }).data.code
    const [own, others] = [await codeOf(admin), await codeOf(org.owner)]
    const elsewhere = await organization(app)
    const kept = await codeOf(elsewhere.owner)
    expect((await remove(admin.id)).status).toBe(204)
    const codes = list(await org.owner.iam('GET', '/invite-codes')).map(({ code }) => code)
    expect(codes).toContain(others)
    expect(codes).not.toContain(own)
    expect(await findInviteCode(app.context.database, own)).toMatchObject({ state: 'revoked' })
    expect(await findInviteCode(app.context.database, kept)).toMatchObject({ state: 'valid' })
  })

  test('stops the keys for good: who joins again needs new ones', async () => {
    const joiner = await org.join('member')
    await remove(joiner.id)
    await inForce(app.context, (tx) =>
      addMember(tx, { workspaceId: org.id, userId: joiner.id, role: 'member' }),
    )
    expect(await isListed(joiner.id)).toBe(true)
    expect(refusalOf(await joiner.iam('GET', '/members'))).toEqual([401, 'token_orphaned'])
    expect(refusalOf(await joiner.alias('GET', '/members'))).toEqual([401, 'token_orphaned'])
  })

  test('six times at once removes once', async () => {
    const { id } = await org.join('member')
    const answers = await Promise.all(Array.from({ length: 6 }, () => remove(id)))
    expect(answers.filter(({ status }) => status === 204)).toHaveLength(1)
    for (const answer of answers.filter(({ status }) => status !== 204))
      expect(refusalOf(answer)).toEqual([404, 'member_not_found'])
    const removals = (await eventsOf(app, org.id)).filter(
      ({ name, data }) => name === 'member.removed' && (data as { user_id: number }).user_id === id,
    )
    expect(removals).toHaveLength(1)
  })

  test('of the owner is remove_failed', async () => {
    expect(refusalOf(await remove(org.owner.id, org.admin))).toEqual([400, 'remove_failed'])
    expect(await isListed(org.owner.id)).toBe(true)
  })

  test('of the creator of the key is cannot_remove_self, also for the owner', async () => {
    for (const self of [org.admin, org.owner])
      expect(refusalOf(await remove(self.id, self))).toEqual([400, 'cannot_remove_self'])
    expect(await isListed(org.admin.id)).toBe(true)
  })

  test('by a member is not_admin, whatever the id', async () => {
    for (const id of [org.admin.id, org.member.id, org.owner.id, 987_654_321, 'x'])
      expect(refusalOf(await remove(id, org.member))).toEqual([403, 'not_admin'])
  })

  test('of somebody who is not an active member is member_not_found: unknown, malformed, foreign, pending', async () => {
    const other = await organization(app)
    const email = newAddress()
    await org.owner.iam('POST', '/members', { email })
    const pending = list(await org.owner.iam('GET', '/members')).find((person) => person['email'] === email)
    const unknown = await remove(987_654_321)
    expect(refusalOf(unknown)).toEqual([404, 'member_not_found'])
    for (const id of [other.member.id, Number(pending?.['user_id']), 'x', '0', '-1', '%00'])
      expect((await remove(id)).body).toEqual(unknown.body)
    expect(await isListed(other.member.id, other)).toBe(true)
    expect(list(await org.owner.iam('GET', '/invites'))).toHaveLength(1)
  })

  test('is not_an_org_workspace with a key of a personal workspace', async () => {
    const { key } = await org.tenant.key('iam', { workspaceId: org.tenant.personalId })
    expect(refusalOf(await iamCaller(app, key)('DELETE', '/members/x'))).toEqual([
      400,
      'not_an_org_workspace',
    ])
  })

  test('by two admins of each other at once removes one of them: the other had lost its key', async () => {
    for (let round = 0; round < 10; round++) {
      const [one, two] = [await org.join('admin'), await org.join('admin')]
      const answers = await Promise.all([remove(two.id, one), remove(one.id, two)])
      expect(answers.filter(({ status }) => status === 204)).toHaveLength(1)
      const refused = answers.find(({ status }) => status !== 204)
      expect(refused && refusalOf(refused)).toEqual([401, 'token_orphaned'])
    }
  })

  test('by an admin who is demoted at that moment happens before, or is not_admin', async () => {
    for (let round = 0; round < 10; round++) {
      const [admin, target] = [await org.join('admin'), await org.join('member')]
      const [removed] = await Promise.all([
        remove(target.id, admin),
        inForce(app.context, (tx) =>
          changeRole(tx, { workspaceId: org.id, userId: admin.id, role: 'member' }),
        ),
      ])
      if (removed.status !== 204) expect(refusalOf(removed)).toEqual([403, 'not_admin'])
      expect(await isListed(target.id)).toBe(removed.status !== 204)
      expect(refusalOf(await remove(target.id, admin))).toEqual([403, 'not_admin'])
    }
  })
})
