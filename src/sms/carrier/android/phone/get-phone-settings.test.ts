import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { enrolledPhone } from '../../../../../test/android-number.ts'
import { testApp, type TestApp } from '../../../../../test/harness.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

describe('getPhoneSettings', () => {
  test('are events without Google, oldest first, a ping and the key to sign with', async () => {
    const { phone } = await enrolledPhone(app)
    const settings = await phone.call('GET', '/settings')
    expect(settings).toEqual({
      status: 200,
      body: {
        gateway: { notification_channel: 'SSE_ONLY' },
        messages: { processing_order: 'FIFO' },
        ping: { interval_seconds: 300 },
        webhooks: {
          internet_required: true,
          retry_count: 20,
          signing_key: expect.stringMatching(/^\w{24}$/),
        },
      },
    })
    expect(await phone.call('GET', '/settings')).toEqual(settings)
  })
})
