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
  shown,
  type Organization,
} from '../../../test/iam-app.ts'
import { jsonCaller } from '../../../test/files-app.ts'
import { inForce } from '../../identity/in-force.ts'
import { removeMember } from '../../identity/member/change-members.ts'

let app: TestApp
let org: Organization
beforeAll(async () => {
  app = await testApp()
  org = await organization(app)
})
afterAll(() => app.close())

const change = (id: number | string, role: unknown, by = org.owner) =>
  by.iam('PATCH', `/members/${id}`, { role })
const roleOf = async (id: number) =>
  list(await org.owner.iam('GET', '/members')).find((person) => person['user_id'] === id)?.['role']

describe('updateMember', () => {
  test('changes the role, and emits member.role_changed with user_id and new_role', async () => {
    const other = await organization(app)
    const { id } = await other.join('member')
    for (const role of ['admin', 'member']) {
      expect(shown(await change(id, role, other.owner))).toEqual({ user_id: id, role })
    }
    expect(await eventsOf(app, other.id)).toEqual([
      { name: 'member.role_changed', data: { user_id: id, new_role: 'admin' } },
      { name: 'member.role_changed', data: { user_id: id, new_role: 'member' } },
    ])
    expect(await auditOf(app, other.id)).toEqual(
      ['member.make_admin', 'member.make_member'].map((action) => ({
        actor: 'key',
        user_id: other.owner.id,
        by_key: true,
        action,
        target: `user:${id}`,
        outcome: 'ok',
        requested: true,
        address: '127.0.0.1',
      })),
    )
  })

  test('to the role that the member has answers alike and emits nothing', async () => {
    const other = await organization(app)
    expect(shown(await change(other.admin.id, 'admin', other.owner))['role']).toBe('admin')
    expect(await eventsOf(app, other.id)).toEqual([])
  })

  test('is seen by the next request of a key of the member, also one limited to a folder', async () => {
    const { id, iam } = await org.join('admin')
    const files = jsonCaller(app, (await org.tenant.key('files')).key)
    const folder = (await files('POST', '/folders', { name: 'scope' })).body as { data: { id: string } }
    const scoped = await org.tenant.key('files', { userId: id, folderId: folder.data.id })
    const alias = iamCaller(app, scoped.key, `/v1/files/workspaces/${org.id}`)
    for (let round = 0; round < 5; round++) {
      expect((await iam('GET', '/invites')).status).toBe(200)
      expect((await alias('GET', '/invites')).status).toBe(200)
      await change(id, 'member')
      expect(refusalOf(await iam('GET', '/invites'))).toEqual([403, 'not_admin'])
      expect(refusalOf(await alias('GET', '/invites'))).toEqual([403, 'not_admin'])
      await change(id, 'admin')
    }
  })

  test('is owner_required for an admin and not_admin for a member, whatever is sent', async () => {
    for (const body of [{ role: 'admin' }, { role: 'owner' }, {}, 7]) {
      for (const id of [org.member.id, 987_654_321, 'x']) {
        expect(refusalOf(await org.admin.iam('PATCH', `/members/${id}`, body))).toEqual([
          403,
          'owner_required',
        ])
        expect(refusalOf(await org.member.iam('PATCH', `/members/${id}`, body))).toEqual([403, 'not_admin'])
      }
    }
    expect(await roleOf(org.member.id)).toBe('member')
  })

  test('of the owner is role_change_failed', async () => {
    expect(refusalOf(await change(org.owner.id, 'member'))).toEqual([400, 'role_change_failed'])
    expect(await roleOf(org.owner.id)).toBe('owner')
  })

  test('to another role is invalid_role', async () => {
    for (const role of ['owner', 'boss', 'Admin', '', null, 1, undefined, ['admin']])
      expect(refusalOf(await change(org.member.id, role))).toEqual([400, 'invalid_role'])
  })

  test('of somebody who is not an active member is member_not_found: unknown, malformed, foreign, pending', async () => {
    const other = await organization(app)
    const email = newAddress()
    await org.owner.iam('POST', '/members', { email })
    const pending = list(await org.owner.iam('GET', '/members')).find((person) => person['email'] === email)
    const unknown = await change(987_654_321, 'admin')
    expect(refusalOf(unknown)).toEqual([404, 'member_not_found'])
    for (const id of [
      other.member.id,
      Number(pending?.['user_id']),
      'x',
      '0',
      '-1',
      '1.5',
      '%00',
      '9'.repeat(30),
    ])
      expect((await change(id, 'admin')).body).toEqual(unknown.body)
    expect(list(await org.owner.iam('GET', '/invites'))[0]?.['role']).toBe('member')
  })

  test('is not_an_org_workspace with a key of a personal workspace', async () => {
    const { key } = await org.tenant.key('iam', { workspaceId: org.tenant.personalId })
    expect(refusalOf(await iamCaller(app, key)('PATCH', '/members/1', { role: 'x' }))).toEqual([
      400,
      'not_an_org_workspace',
    ])
  })

  test('and the removal of the member at the same moment: one event for each that happened, in that order', async () => {
    const other = await organization(app)
    for (let round = 0; round < 10; round++) {
      const { id } = await other.join('member')
      const before = (await eventsOf(app, other.id)).length
      const [changed] = await Promise.all([
        change(id, 'admin', other.owner),
        inForce(app.context, (tx) => removeMember(tx, { workspaceId: other.id, userId: id })),
      ])
      const names = (await eventsOf(app, other.id)).slice(before).map(({ name }) => name)
      expect(names).toEqual(
        changed.status === 200 ? ['member.role_changed', 'member.removed'] : ['member.removed'],
      )
      if (changed.status !== 200) expect(refusalOf(changed)).toEqual([404, 'member_not_found'])
    }
  })
})
