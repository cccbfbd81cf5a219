import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testApp, type TestApp } from '../../../../test/harness.ts'
import type { Browser } from '../../console.testing.ts'
import { doneBy, operator, pageOfList } from '../operator.testing.ts'

let app: TestApp
let browser: Browser
beforeAll(async () => {
  app = await testApp()
  browser = await operator(app)
})
afterAll(() => app.close())

describe('sendTestMail', () => {
  test('mails the operator, is audited, and is rate_limited after ten an hour', async () => {
    const { user } = await browser.data<{ user: { email: string } }>('GET', '/session')
    for (let at = 0; at < 10; at++) {
      const answer = await browser.call('POST', '/operator/mail/test')
      expect([answer.status, answer.body]).toMatchObject([202, { data: { to: user.email } }])
    }
    expect(await browser.refusal('POST', '/operator/mail/test')).toEqual([429, 'rate_limited'])
    const { data } = await pageOfList<{ to: string }>(browser, '/operator/mail')
    expect(data.map(({ to }) => to)).toEqual(Array.from({ length: 10 }, () => user.email))
    expect((await doneBy(app, browser))[0]).toBe(`mail.test user:${browser.userId}`)
  })
})
