import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testApp, type Tenant, type TestApp } from '../../../test/harness.ts'
import { inForce } from '../../identity/in-force.ts'
import { changeOwner } from '../../identity/member/change-owner.ts'
import { sql } from '../../platform/database/sql.ts'
import { logIn } from '../console.testing.ts'

let app: TestApp
let tenant: Tenant
beforeAll(async () => {
  app = await testApp()
  tenant = await app.tenant()
})
afterAll(() => app.close())

const eventsOf = (userId: number) =>
  app.context.database.rows<{ data: unknown }>(sql`
    select data from platform.event
     where name = 'member.removed' and workspace_id = ${tenant.workspaceId} and (data ->> 'user_id')::bigint = ${userId}`)

describe('leaveWorkspace', () => {
  test('ends the membership and its keys at once, fires member.removed, and is audited', async () => {
    const { id } = await app.member(tenant.workspaceId, 'admin')
    const browser = await logIn(app, id)
    const { key } = await tenant.key('files', { userId: id })
    const list = () => app.call('files', { method: 'GET', url: '/api/v1/files', key })
    expect((await list()).status).toBe(200)
    expect((await browser.call('DELETE', `/me/workspaces/${tenant.workspaceId}`)).status).toBe(204)
    expect((await list()).body).toMatchObject({ error: { code: 'token_orphaned' } })
    expect(await browser.refusal('GET', `/workspaces/${tenant.workspaceId}/usage`)).toEqual([
      404,
      'workspace_not_found',
    ])
    expect(await eventsOf(id)).toEqual([{ data: { user_id: id } }])
    const owner = await logIn(app, tenant.userId)
    const [entry] = await owner.data<object[]>('GET', `/workspaces/${tenant.workspaceId}/audit`)
    expect(entry).toMatchObject({
      actor: 'person',
      action: 'member.leave',
      user: { id },
      target: `user:${id}`,
    })
  })

  test('happens once, however often it is asked for', async () => {
    const { id } = await app.member(tenant.workspaceId, 'member')
    const browser = await logIn(app, id)
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => browser.call('DELETE', `/me/workspaces/${tenant.workspaceId}`)),
    )
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([204, 404, 404, 404, 404])
    expect(await eventsOf(id)).toHaveLength(1)
  })

  test('and becoming the owner at the same moment leave one owner, who is a member', async () => {
    for (let round = 0; round < 5; round++) {
      const { userId, workspaceId } = await app.tenant()
      const { id } = await app.member(workspaceId, 'member')
      const browser = await logIn(app, id)
      const [left] = await Promise.all([
        browser.call('DELETE', `/me/workspaces/${workspaceId}`),
        inForce(app.context, (tx) => changeOwner(tx, { workspaceId, userId: id })),
      ])
      expect([204, 400]).toContain(left.status)
      const roles = await app.context.database.rows(sql`
        select user_id, role from identity.member where workspace_id = ${workspaceId} order by user_id`)
      expect(roles).toEqual([
        { user_id: userId, role: 'admin' },
        { user_id: id, role: 'owner' },
      ])
    }
  })

  test('is owner_cannot_leave for the owner, also of a personal workspace', async () => {
    const owner = await logIn(app, tenant.userId)
    for (const id of [tenant.workspaceId, tenant.personalId])
      expect(await owner.refusal('DELETE', `/me/workspaces/${id}`)).toEqual([400, 'owner_cannot_leave'])
  })

  test('is workspace_not_found for strangers, unknown IDs, and what is no ID', async () => {
    const stranger = await logIn(app, (await app.tenant()).userId)
    for (const id of [tenant.workspaceId, tenant.personalId, 999_999_999, 'x', '0'])
      expect(await stranger.refusal('DELETE', `/me/workspaces/${id}`)).toEqual([404, 'workspace_not_found'])
  })
})
