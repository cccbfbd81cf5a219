import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { androidNumber, enrolledPhone, phonesUrl } from '../../../../test/android-number.ts'
import { testApp, type TestApp } from '../../../../test/harness.ts'
import { phoneApp } from '../../../../test/phone-app.ts'
import { simulatorNumber } from '../../../../test/sms-account.ts'
import type { Browser } from '../../console.testing.ts'
import { doneBy, operator } from '../operator.testing.ts'

let app: TestApp
let browser: Browser
beforeAll(async () => {
  app = await testApp()
  browser = await operator(app)
})
afterAll(() => app.close())

const disconnect = (id: number) => browser.call('DELETE', `/operator/numbers/${id}/enrolment`)

describe('disconnectPhoneOfNumber', () => {
  test('cuts off the phone of a pool number, its token, and its code, and is audited', async () => {
    const { number, phone } = await enrolledPhone(app)
    expect((await disconnect(number.id)).status).toBe(204)
    expect(await phone.register()).toBe(401)
    const again = phoneApp({ url: await phonesUrl(app), now: () => app.clock.now() })
    for (const secret of [`Bearer ${number.token}`, `Code ${number.code}`])
      expect(await again.enrol(secret)).toBe(401)
    expect(await browser.data('GET', `/operator/numbers/${number.id}`)).toMatchObject({
      online: false,
      phone: null,
    })
    expect((await doneBy(app, browser))[0]).toBe(`phone.disconnect number:${number.id}`)
    expect((await disconnect(number.id)).status).toBe(204)
  })

  test('is in the audit log of the workspace that the number is assigned to', async () => {
    const tenant = await app.tenant()
    const { id } = await androidNumber(app, tenant)
    await disconnect(id)
    const [entry] = await browser.data<readonly object[]>(
      'GET',
      `/operator/audit?workspace_id=${tenant.workspaceId}`,
    )
    expect(entry).toMatchObject({ action: 'phone.disconnect', target: `number:${id}` })
  })

  test('is number_without_phone for a simulated number, and number_not_found for an unknown one', async () => {
    const { id } = await simulatorNumber(app, { tenant: await app.tenant() })
    const refusal = (number: number) => browser.refusal('DELETE', `/operator/numbers/${number}/enrolment`)
    expect(await refusal(id)).toEqual([409, 'number_without_phone'])
    expect(await refusal(99_999_999)).toEqual([404, 'number_not_found'])
  })
})
