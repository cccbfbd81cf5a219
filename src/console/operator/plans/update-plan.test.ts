import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testApp, type TestApp } from '../../../../test/harness.ts'
import type { Browser } from '../../console.testing.ts'
import { logIn } from '../../console.testing.ts'
import { doneBy, operator } from '../operator.testing.ts'

let app: TestApp
let browser: Browser
beforeAll(async () => {
  app = await testApp()
  browser = await operator(app)
})
afterAll(() => app.close())

describe('updatePlan', () => {
  test('changes what everybody on the plan may do before the answer, and is audited', async () => {
    const tenant = await app.tenant()
    const { key } = await tenant.key('files')
    const person = await logIn(app, tenant.userId)
    const use = async () => (await app.call('files', { method: 'GET', url: '/api/v1/files', key })).status
    expect(await use()).toBe(200)
    expect(await browser.data('PATCH', '/operator/plans/standard', { services: ['sms'] })).toMatchObject({
      name: 'standard',
      services: ['sms'],
      sms_daily: 200,
    })
    expect(await use()).toBe(402)
    const { workspaces } = await person.data<{ workspaces: { services: string[] }[] }>('GET', '/session')
    expect(workspaces[0]?.services).toEqual(['sms'])
    await browser.data('PATCH', '/operator/plans/standard', { services: ['sms', 'files'], sms_daily: 300 })
    expect(await use()).toBe(200)
    expect(await doneBy(app, browser)).toEqual(['plan.update plan:standard', 'plan.update plan:standard'])
  })

  test('finds a plan whatever its name, and is plan_not_found for another', async () => {
    const fields = { services: [], sms_daily: 0, payg: false, cap_micros: 0, price_micros: 0 }
    await browser.data('POST', '/operator/plans', { name: 'A/B & 100%', ...fields })
    const path = `/operator/plans/${encodeURIComponent('A/B & 100%')}`
    expect(await browser.data('PATCH', path, { payg: true })).toMatchObject({
      name: 'A/B & 100%',
      payg: true,
    })
    expect(await browser.refusal('PATCH', '/operator/plans/gold', { payg: true })).toEqual([
      404,
      'plan_not_found',
    ])
  })
})
