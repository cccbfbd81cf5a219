import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { enrolledPhone } from '../../../../../test/android-number.ts'
import { testApp, type TestApp } from '../../../../../test/harness.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

describe('getPhone', () => {
  test('tells the address, also to a phone that is not enrolled', async () => {
    const url = '/api/mobile/v1/device'
    const { status, body } = await app.call('phones', { url, remoteAddress: '203.0.113.9' })
    expect([status, body]).toEqual([200, { externalIp: '203.0.113.9' }])
    const { phone } = await enrolledPhone(app)
    expect((await phone.call('GET', '/device')).status).toBe(200)
  })
})
