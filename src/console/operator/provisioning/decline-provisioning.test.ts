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

const request = { company: 'Lee & Sons', purpose: 'Shops', monthly_accounts: 5 }

describe('declineProvisioning', () => {
  test('declines a request, is audited, and is request_not_pending after that', async () => {
    const person = await logIn(app, (await app.member((await app.tenant()).workspaceId, 'member')).id)
    await person.data('POST', '/me/provisioning-access', request)
    const path = `/operator/provisioning/${person.userId}/decline`
    expect((await browser.call('POST', path)).status).toBe(204)
    expect(await person.data('GET', '/me/provisioning-access')).toMatchObject({ state: 'declined' })
    expect(await browser.refusal('POST', path)).toEqual([409, 'request_not_pending'])
    expect(await doneBy(app, browser)).toEqual([`approval.decline user:${person.userId}`])
  })

  test('of two at once, one wins', async () => {
    const person = await logIn(app, (await app.member((await app.tenant()).workspaceId, 'member')).id)
    await person.data('POST', '/me/provisioning-access', request)
    const path = `/operator/provisioning/${person.userId}/decline`
    const answers = await Promise.all([browser.call('POST', path), browser.call('POST', path)])
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([204, 409])
  })

  test('is user_not_found for what is no id', async () => {
    expect(await browser.refusal('POST', '/operator/provisioning/x/decline')).toEqual([404, 'user_not_found'])
  })
})
