import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testApp, type Tenant, type TestApp } from '../../../test/harness.ts'
import { logIn } from '../console.testing.ts'

let app: TestApp
let tenant: Tenant
beforeAll(async () => {
  app = await testApp()
  tenant = await app.tenant()
})
afterAll(() => app.close())

describe('getKey', () => {
  test('shows a key to its creator and to admins, with its last use and requests', async () => {
    const { id: memberId } = await app.member(tenant.workspaceId, 'member')
    const { id, key } = await tenant.key('files', { userId: memberId, name: 'Printer' })
    await app.call('files', { url: '/api/v1/files', key })
    const path = `/workspaces/${tenant.workspaceId}/keys/${id}`
    for (const userId of [memberId, tenant.userId]) {
      const browser = await logIn(app, userId)
      await expect
        .poll(() => browser.data('GET', path), { timeout: 10_000 })
        .toMatchObject({ id, name: 'Printer', last_used_at: app.clock.now().toISOString(), requests_24h: 1 })
    }
  })

  test('is key_not_found for members who did not create it, in other workspaces, and for unknown IDs', async () => {
    const { id } = await tenant.key('files')
    const member = await logIn(app, (await app.member(tenant.workspaceId, 'member')).id)
    const owner = await logIn(app, tenant.userId)
    const missing = [404, 'key_not_found']
    expect(await member.refusal('GET', `/workspaces/${tenant.workspaceId}/keys/${id}`)).toEqual(missing)
    expect(await owner.refusal('GET', `/workspaces/${tenant.personalId}/keys/${id}`)).toEqual(missing)
    for (const unknown of ['987654321', 'x', '0', '9'.repeat(30)])
      expect(await owner.refusal('GET', `/workspaces/${tenant.workspaceId}/keys/${unknown}`)).toEqual(missing)
  })
})
