import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { enrolledPhone } from '../../../../../test/android-number.ts'
import { testApp, type TestApp } from '../../../../../test/harness.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

describe('getLoginCode', () => {
  test('is no_login_codes, because nobody has a login', async () => {
    const { phone } = await enrolledPhone(app)
    const answer = await phone.call('GET', '/user/code', { authorization: 'Basic eDp5' })
    expect(answer).toMatchObject({ status: 501, body: { code: 'no_login_codes' } })
  })
})
