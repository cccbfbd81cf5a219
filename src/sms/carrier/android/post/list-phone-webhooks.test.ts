import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { enrolledPhone } from '../../../../../test/android-number.ts'
import { testApp, type TestApp } from '../../../../../test/harness.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

describe('listPhoneWebhooks', () => {
  test('names one address with a secret of the phone, under ids that stay', async () => {
    const { phone } = await enrolledPhone(app)
    const before = phone.webhooks()
    await phone.refresh()
    expect(phone.webhooks()).toEqual(before)
    expect(new Set(before.map(({ url }) => url)).size).toBe(1)
    expect(before[0]?.url).toMatch(/^http:.*\/api\/mobile\/v1\/inbound\/\w{24}$/)
    const other = await enrolledPhone(app)
    expect(other.phone.webhooks()[0]?.url).not.toBe(before[0]?.url)
  })

  test.each([
    ['1.68.0', ['sms:received', 'system:ping', 'sms:sent', 'sms:delivered', 'sms:failed', 'app:started']],
    ['1.65.2', ['sms:received', 'system:ping', 'sms:sent', 'sms:delivered', 'sms:failed']],
    ['1.18.0', ['sms:received', 'system:ping', 'sms:sent']],
    ['2.0.1', ['sms:received', 'system:ping', 'sms:sent', 'sms:delivered', 'sms:failed', 'app:started']],
    ['unknown', ['sms:received', 'system:ping']],
  ])('asks the app %s for events that it knows only', async (version, expected) => {
    const { phone } = await enrolledPhone(app, { version })
    expect(phone.webhooks().map(({ event }) => event)).toEqual(expected)
  })
})
