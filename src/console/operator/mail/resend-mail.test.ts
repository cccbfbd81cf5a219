import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testApp, type TestApp } from '../../../../test/harness.ts'
import { markFailed } from '../../../platform/mail/store.ts'
import type { Browser } from '../../console.testing.ts'
import { doneBy, operator, pageOfList } from '../operator.testing.ts'

let app: TestApp
let browser: Browser
let mailId: number
beforeAll(async () => {
  app = await testApp({ smtpUrl: 'smtp://127.0.0.1:1' })
  browser = await operator(app)
  await browser.data('POST', '/operator/mail/test')
  mailId = (await pageOfList<{ id: number }>(browser, '/operator/mail')).data[0]?.id ?? 0
})
afterAll(() => app.close())

const path = () => `/operator/mail/${mailId}/resend`

describe('resendMail', () => {
  test('is mail_waiting while the mail waits, and sends one that was given up again', async () => {
    expect(await browser.refusal('POST', path())).toEqual([409, 'mail_waiting'])
    await markFailed(app.context.database, mailId, app.clock.now(), 'SMTP 550 at RCPT TO')
    const answer = await browser.call('POST', path())
    const to = expect.stringContaining('@') as string
    expect([answer.status, answer.body]).toMatchObject([202, { data: { to } }])
    expect((await doneBy(app, browser))[0]).toBe(`mail.resend mail:${mailId}`)
    const { data } = await pageOfList<{ state: string }>(browser, '/operator/mail')
    expect(data[0]?.state).toBe('waiting')
  })

  test('is mail_not_found for one that does not exist', async () => {
    for (const id of [99_999_999, 'x'])
      expect(await browser.refusal('POST', `/operator/mail/${id}/resend`)).toEqual([404, 'mail_not_found'])
  })

  test('is mail_server_missing without a mail server', async () => {
    const bare = await testApp()
    try {
      const other = await operator(bare)
      expect(await other.refusal('POST', '/operator/mail/1/resend')).toEqual([409, 'mail_server_missing'])
    } finally {
      await bare.close()
    }
  })
})

describe('getMail with a mail server', () => {
  test('has neither text nor links', async () => {
    expect(await browser.data('GET', `/operator/mail/${mailId}`)).toMatchObject({ text: null, links: null })
    expect(await doneBy(app, browser)).not.toContain(`mail.read mail:${mailId}`)
  })
})
