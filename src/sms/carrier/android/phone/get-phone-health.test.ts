import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { enrolledPhone } from '../../../../../test/android-number.ts'
import { testApp, type TestApp } from '../../../../../test/harness.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

describe('getPhoneHealth', () => {
  test('passes without credentials', async () => {
    const { status, body } = await app.call('phones', { url: '/api/mobile/v1/health' })
    expect([status, body]).toEqual([200, { status: 'pass' }])
    const { phone } = await enrolledPhone(app)
    expect((await phone.call('GET', '/health')).status).toBe(200)
  })
})
