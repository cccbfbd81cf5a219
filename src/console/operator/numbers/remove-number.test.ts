import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testApp, type TestApp } from '../../../../test/harness.ts'
import { newPhone, simulatorNumber, smsAccount } from '../../../../test/sms-account.ts'
import type { Browser } from '../../console.testing.ts'
import { doneBy, operator } from '../operator.testing.ts'

let app: TestApp
let browser: Browser
beforeAll(async () => {
  app = await testApp()
  browser = await operator(app)
})
afterAll(() => app.close())

describe('removeNumber', () => {
  test('fails what is queued for the number, keeps past messages, and is audited', async () => {
    const { send, message, tenant } = await smsAccount(app)
    const { id } = await simulatorNumber(app, { tenant, online: false })
    const { body } = await send({ to: [newPhone()], body: 'x', from: id })
    expect(await browser.data('DELETE', `/operator/numbers/${id}`)).toEqual({ id, failed: 1 })
    expect((await message(body.messages[0]?.id ?? 0)).body.message).toMatchObject({
      number_id: id,
      status: 'failed',
    })
    expect(await doneBy(app, browser)).toEqual([`number.remove number:${id}`])
  })

  test('is number_not_found for a number that does not exist, or that another operator removed at this moment', async () => {
    const { id } = await simulatorNumber(app)
    const other = await operator(app)
    const answers = await Promise.all(
      [browser, other].map((each) => each.call('DELETE', `/operator/numbers/${id}`)),
    )
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 404])
    expect(await browser.refusal('DELETE', '/operator/numbers/99999999')).toEqual([404, 'number_not_found'])
  })
})
