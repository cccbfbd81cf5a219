import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testApp, type TestApp } from '../../../../test/harness.ts'
import type { Browser } from '../../console.testing.ts'
import { makePerson } from '../../../account/account.testing.ts'
import { inForce } from '../../../identity/in-force.ts'
import { createUser } from '../../../identity/user/create-user.ts'
import { operator } from '../operator.testing.ts'

let app: TestApp
let browser: Browser
beforeAll(async () => {
  app = await testApp()
  browser = await operator(app)
})
afterAll(() => app.close())

describe('listPlans', () => {
  test('has each plan and how many people a change affects, with those whom they sponsor', async () => {
    const people = async () =>
      (await browser.data<{ people: number }[]>('GET', '/operator/plans'))[0]?.people ?? 0
    const before = await people()
    const { id } = await makePerson(app)
    await inForce(app.context, (tx) =>
      createUser(tx, app.context.setUpWorkspace, {
        email: 'sponsored@example.org',
        firstName: 'Sam',
        lastName: 'Roe',
        plan: null,
        sponsorId: id,
      }),
    )
    expect(await browser.data('GET', '/operator/plans')).toEqual([
      {
        name: 'standard',
        services: ['sms', 'files'],
        sms_daily: 200,
        payg: false,
        cap_micros: 0,
        price_micros: 8000,
        people: before + 2,
      },
    ])
  })
})
