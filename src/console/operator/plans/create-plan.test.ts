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

const plan = {
  name: 'Team 2',
  services: ['files', 'sms', 'sms'],
  sms_daily: 1000,
  payg: true,
  cap_micros: 5_000_000,
  price_micros: 8000,
}

describe('createPlan', () => {
  test('creates a plan, is audited, and is plan_taken the second time', async () => {
    expect(await browser.data('POST', '/operator/plans', plan)).toEqual({
      ...plan,
      services: ['files', 'sms'],
      people: 0,
    })
    expect(await browser.refusal('POST', '/operator/plans', plan)).toEqual([409, 'plan_taken'])
    expect(await doneBy(app, browser)).toEqual(['plan.create plan:Team 2'])
  })

  test('refuses bad fields', async () => {
    for (const fields of [
      { name: ' ' },
      { name: 'a\nb' },
      { name: 'x'.repeat(101) },
      { services: ['fax'] },
      { sms_daily: 2_147_483_648 },
      { cap_micros: -1 },
      { price_micros: 1.5 },
      { payg: 'yes' },
    ])
      expect(await browser.refusal('POST', '/operator/plans', { ...plan, name: 'other', ...fields })).toEqual(
        [400, 'invalid_request'],
      )
  })
})
