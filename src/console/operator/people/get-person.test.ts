import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testApp, type TestApp } from '../../../../test/harness.ts'
import type { Browser } from '../../console.testing.ts'
import { logIn } from '../../console.testing.ts'
import { operator } from '../operator.testing.ts'

let app: TestApp
let browser: Browser
beforeAll(async () => {
  app = await testApp()
  browser = await operator(app)
})
afterAll(() => app.close())

describe('getPerson', () => {
  test('has workspaces with roles, plan, provisioning, and counts of sessions and keys', async () => {
    const tenant = await app.tenant()
    await tenant.key('files')
    await logIn(app, tenant.userId)
    await logIn(app, tenant.userId)
    const person = await browser.data<Record<string, unknown>>('GET', `/operator/people/${tenant.userId}`)
    expect(person).toMatchObject({
      id: tenant.userId,
      operator: false,
      disabled_at: null,
      plan: 'standard',
      active: true,
      has_password: false,
      two_step: false,
      created_by: null,
      sponsor: null,
      provisioning: 'approved',
      sessions: 2,
      keys: 1,
      limits: { services: ['sms', 'files'], sms_daily: 1000, payg: false, cap_micros: 0, price_micros: 8000 },
      own: { services: null, sms_daily: 1000, payg: null, cap_micros: null, price_micros: null },
      workspaces: [
        { id: tenant.personalId, type: 'personal', role: 'owner' },
        { id: tenant.workspaceId, type: 'org', role: 'owner' },
      ],
    })
  })

  test('never has names of files', async () => {
    const tenant = await app.tenant()
    const owner = await logIn(app, tenant.userId)
    await owner.data('POST', `/workspaces/${tenant.workspaceId}/files/folders`, { name: 'Merger plans' })
    for (const path of [
      `/operator/people/${tenant.userId}`,
      `/operator/workspaces/${tenant.workspaceId}`,
      '/operator/workspaces',
      '/operator/audit',
      '/operator/jobs',
    ])
      expect((await browser.call('GET', path)).text).not.toContain('Merger plans')
  })

  test('is user_not_found for somebody who does not exist, and for what is no id', async () => {
    for (const id of [99_999_999, 0, 'x'])
      expect(await browser.refusal('GET', `/operator/people/${id}`)).toEqual([404, 'user_not_found'])
  })
})
