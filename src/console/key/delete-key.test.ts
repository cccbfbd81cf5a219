import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sql } from '../../platform/database/sql.ts'
import { inForce } from '../../identity/in-force.ts'
import { changeRole } from '../../identity/member/change-members.ts'
import { requireRole } from '../../identity/member/require-role.ts'
import { testApp, type Tenant, type TestApp } from '../../../test/harness.ts'
import { logIn, refusalOf } from '../console.testing.ts'

let app: TestApp
let tenant: Tenant
beforeAll(async () => {
  app = await testApp()
  tenant = await app.tenant()
})
afterAll(() => app.close())

const pathOf = (id: number) => `/workspaces/${tenant.workspaceId}/keys/${id}`
const codeOf = async (key: string) => refusalOf(await app.call('files', { url: '/api/v1/files', key }))[1]
const newMember = async (role: 'admin' | 'member') => {
  const { id } = await app.member(tenant.workspaceId, role)
  return { id, browser: await logIn(app, id) }
}

describe('deleteKey', () => {
  test('revokes a key before it answers, and is audited once', async () => {
    const { id: userId, browser } = await newMember('member')
    const { id, key } = await tenant.key('files', { userId })
    expect(await codeOf(key)).toBeUndefined()
    const answers = await Promise.all([1, 2, 3].map(() => browser.call('DELETE', pathOf(id))))
    expect(answers.map(({ status }) => status)).toEqual([204, 204, 204])
    expect(await codeOf(key)).toBe('token_revoked')
    expect(await browser.data('GET', pathOf(id))).toMatchObject({ state: 'revoked' })
    const entries = await app.context.database.rows(sql`
      select actor, user_id from identity.audit where action = 'key.revoke' and target = ${`key:${id}`}`)
    expect(entries).toEqual([{ actor: 'person', user_id: userId }])
  })

  test('lets admins revoke the keys of members and other admins', async () => {
    const [admin, other, member] = [
      await newMember('admin'),
      await newMember('admin'),
      await newMember('member'),
    ]
    for (const { id: userId } of [other, member]) {
      const { id } = await tenant.key('files', { userId })
      expect((await admin.browser.call('DELETE', pathOf(id))).status).toBe(204)
    }
  })

  test('is owner_required for a key of the owner', async () => {
    const admin = await newMember('admin')
    const { id, key } = await tenant.key('files')
    expect(await admin.browser.refusal('DELETE', pathOf(id))).toEqual([403, 'owner_required'])
    expect(await codeOf(key)).toBeUndefined()
    expect((await (await logIn(app, tenant.userId)).call('DELETE', pathOf(id))).status).toBe(204)
  })

  test('is key_not_found for keys that the caller may not see', async () => {
    const member = await newMember('member')
    const { id, key } = await tenant.key('files', { userId: (await newMember('member')).id })
    expect(await member.browser.refusal('DELETE', pathOf(id))).toEqual([404, 'key_not_found'])
    const { workspaceId, userId } = await app.tenant()
    const stranger = await logIn(app, userId)
    expect(await stranger.refusal('DELETE', `/workspaces/${workspaceId}/keys/${id}`)).toEqual([
      404,
      'key_not_found',
    ])
    expect(await codeOf(key)).toBeUndefined()
  })

  test('is not_admin for an admin whose role changes at the same moment', async () => {
    const admin = await newMember('admin')
    const { id, key } = await tenant.key('files', { userId: (await newMember('member')).id })
    const { workspaceId, userId } = tenant
    const revoked = await inForce(app.context, async (tx) => {
      await requireRole(tx, { workspaceId, userId }, 'owner')
      const revoking = admin.browser.refusal('DELETE', pathOf(id))
      await expect.poll(() => waiting()).toBe(1)
      await changeRole(tx, { workspaceId, userId: admin.id, role: 'member' })
      return { revoking }
    })
    expect(await revoked.revoking).toEqual([403, 'not_admin'])
    expect(await codeOf(key)).toBeUndefined()
  })
})

/** Statements that wait for a lock. */
async function waiting(): Promise<number> {
  const { count } = await app.context.database.one<{ count: number }>(sql`
    select count(*) from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`)
  return count
}
