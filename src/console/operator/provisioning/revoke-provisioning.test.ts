import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testApp, type TestApp } from '../../../../test/harness.ts'
import type { Browser } from '../../console.testing.ts'
import { doneBy, operator } from '../operator.testing.ts'

let app: TestApp
let browser: Browser
beforeAll(async () => {
  app = await testApp()
  browser = await operator(app)
})
afterAll(() => app.close())

describe('revokeProvisioning', () => {
  test('stops the keys of the person before the answer, is audited, and is access_not_approved after that', async () => {
    const tenant = await app.tenant()
    const { key } = await tenant.key('provisioning', { workspaceId: tenant.personalId })
    const use = async () =>
      (await app.call('gateway', { method: 'POST', url: '/v1/users', key, payload: {} })).status
    expect(await use()).toBe(400)
    const path = `/operator/provisioning/${tenant.userId}/revoke`
    expect((await browser.call('POST', path)).status).toBe(204)
    expect(await use()).toBe(403)
    expect(await browser.refusal('POST', path)).toEqual([409, 'access_not_approved'])
    expect(await doneBy(app, browser)).toEqual([`approval.revoke user:${tenant.userId}`])
  })

  test('is user_not_found for what is no id', async () => {
    expect(await browser.refusal('POST', '/operator/provisioning/x/revoke')).toEqual([404, 'user_not_found'])
  })
})
