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

describe('getMail', () => {
  test('has text and links while no mail server is set up, and each reading is audited', async () => {
    await browser.data('POST', '/operator/mail/test')
    const [mail] = (await pageOfList<{ id: number }>(browser, '/operator/mail')).data
    const path = `/operator/mail/${mail?.id}`
    for (let at = 0; at < 2; at++)
      expect(await browser.data('GET', path)).toMatchObject({
        subject: 'Test mail from Bureau',
        text: expect.stringContaining('Bureau can send mails') as string,
        links: ['http://files.test/'],
      })
    const entry = `mail.read mail:${mail?.id}`
    expect((await doneBy(app, browser)).slice(0, 2)).toEqual([entry, entry])
  })

  test('is mail_not_found for one that does not exist', async () => {
    for (const id of [99_999_999, 'x'])
      expect(await browser.refusal('GET', `/operator/mail/${id}`)).toEqual([404, 'mail_not_found'])
  })
})
