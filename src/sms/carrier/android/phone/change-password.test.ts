import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { enrolledPhone } from '../../../../../test/android-number.ts'
import { testApp, type TestApp } from '../../../../../test/harness.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

describe('changePassword', () => {
  test('is no_password, because nobody has one', async () => {
    const { phone } = await enrolledPhone(app)
    const body = { currentPassword: 'x', newPassword: 'y' }
    const answer = await phone.call('PATCH', '/user/password', { body })
    expect(answer).toMatchObject({ status: 403, body: { code: 'no_password' } })
  })
})
