import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testApp, type Tenant, type TestApp } from '../../../test/harness.ts'
import { inForce } from '../../identity/in-force.ts'
import { revokeKey } from '../../identity/key/revoke-key.ts'
import { logIn, type Browser } from '../console.testing.ts'

let app: TestApp
let tenant: Tenant
let owner: Browser
beforeAll(async () => {
  app = await testApp()
  tenant = await app.tenant()
  owner = await logIn(app, tenant.userId)
})
afterAll(() => app.close())

const pathOf = (id: number | string) => `/workspaces/${tenant.workspaceId}/members/${id}/effects`

describe('getRemovalEffects', () => {
  test('counts keys in force and unused join links of the member in this workspace', async () => {
    const { id } = await app.member(tenant.workspaceId, 'admin')
    const browser = await logIn(app, id)
    expect(await owner.data('GET', pathOf(id))).toEqual({ keys: 0, join_links: 0 })
    await tenant.key('files', { userId: id })
    await tenant.key('sms', { userId: id })
    const soon = new Date(app.clock.now().getTime() + 60_000)
    await tenant.key('files', { userId: id, expiresAt: soon })
    const { id: revoked } = await tenant.key('files', { userId: id })
    await inForce(app.context, (tx) => revokeKey(tx, revoked))
    await browser.data('POST', `/workspaces/${tenant.workspaceId}/iam/invite-codes`)
    expect(await owner.data('GET', pathOf(id))).toEqual({ keys: 3, join_links: 1 })
    app.clock.advance(60_000)
    expect(await owner.data('GET', pathOf(id))).toEqual({ keys: 2, join_links: 1 })
  })

  test('is member_not_found for strangers, unknown IDs, and what is no ID', async () => {
    const { userId } = await app.tenant()
    for (const id of [userId, 999_999_999, 'x'])
      expect(await owner.refusal('GET', pathOf(id))).toEqual([404, 'member_not_found'])
  })

  test('is not_admin for a member', async () => {
    const { id } = await app.member(tenant.workspaceId, 'member')
    expect(await (await logIn(app, id)).refusal('GET', pathOf(id))).toEqual([403, 'not_admin'])
  })
})
