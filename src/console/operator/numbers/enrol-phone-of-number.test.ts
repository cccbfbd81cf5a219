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

interface Enrolment {
  readonly code: string
  readonly token: string
}

const enrol = (id: number) => browser.data<Enrolment>('POST', `/operator/numbers/${id}/enrolment`)

describe('enrolPhoneOfNumber', () => {
  test('makes a code for a pool number, cuts off the phone before, and is audited', async () => {
    const { number, phone: before } = await enrolledPhone(app)
    const { code, token } = await enrol(number.id)
    expect(await before.call('GET', '/message')).toMatchObject({ status: 401 })
    const phone = phoneApp({ url: await phonesUrl(app) })
    expect(await phone.enrol(`Code ${code}`)).toBe(201)
    expect(await browser.data('GET', `/operator/numbers/${number.id}`)).toMatchObject({
      phone: { name: 'Maker/Model' },
    })
    expect(token).toMatch(/^enrol_/)
    expect((await doneBy(app, browser))[0]).toBe(`phone.connect number:${number.id}`)
    await Promise.all([before.stop(), phone.stop()])
  })

  test('is in the audit log of the workspace that the number is assigned to', async () => {
    const tenant = await app.tenant()
    const { id } = await androidNumber(app, tenant)
    await enrol(id)
    const [entry] = await browser.data<readonly object[]>(
      'GET',
      `/operator/audit?workspace_id=${tenant.workspaceId}`,
    )
    expect(entry).toMatchObject({ action: 'phone.connect', target: `number:${id}` })
  })

  test('is number_without_phone for a simulated number, and number_not_found for an unknown one', async () => {
    const { id } = await simulatorNumber(app, { tenant: await app.tenant() })
    const refusal = (number: number) => browser.refusal('POST', `/operator/numbers/${number}/enrolment`)
    expect(await refusal(id)).toEqual([409, 'number_without_phone'])
    expect(await refusal(99_999_999)).toEqual([404, 'number_not_found'])
  })

  test('is rate_limited after ten codes in a minute', async () => {
    const { id } = await androidNumber(app, await app.tenant())
    const other = await operator(app)
    for (let count = 0; count < 10; count++)
      expect((await other.call('POST', `/operator/numbers/${id}/enrolment`)).status).toBe(201)
    expect(await other.refusal('POST', `/operator/numbers/${id}/enrolment`)).toEqual([429, 'rate_limited'])
  })
})
