import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testApp, type TestApp } from '../../../../test/harness.ts'
import type { Browser } from '../../console.testing.ts'
import { listMails } from '../../../platform/mail/store.ts'
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

describe('approveProvisioning', () => {
  test('approves a request, is audited, and mails the person once', async () => {
    const person = await logIn(app, (await app.member((await app.tenant()).workspaceId, 'member')).id)
    await person.data('POST', '/me/provisioning-access', request)
    expect((await browser.call('POST', `/operator/provisioning/${person.userId}/approve`)).status).toBe(204)
    expect(await person.data('GET', '/me/provisioning-access')).toMatchObject({ state: 'approved' })
    expect(await doneBy(app, browser)).toEqual([`approval.approve user:${person.userId}`])
    const { user } = await person.data<{ user: { email: string } }>('GET', '/session')
    const mails = await listMails(app.context.database, { to: user.email })
    expect(mails.map(({ subject }) => subject)).toEqual(['You may create accounts'])
  })

  test('counts even when the person gets no more mails this hour', async () => {
    const { id } = await app.member((await app.tenant()).workspaceId, 'member')
    for (let at = 0; at < 12; at++)
      for (const verb of ['approve', 'revoke'])
        expect((await browser.call('POST', `/operator/provisioning/${id}/${verb}`)).status).toBe(204)
  })

  test('is user_not_found for somebody who does not exist', async () => {
    for (const id of [99_999_999, 'x'])
      expect(await browser.refusal('POST', `/operator/provisioning/${id}/approve`)).toEqual([
        404,
        'user_not_found',
      ])
  })
})
