import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { enrolledPhone } from '../../../../../test/android-number.ts'
import { testApp, type TestApp } from '../../../../../test/harness.ts'
import { operatePhone } from './manage-phones.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

describe('updatePhone', () => {
  test('learns the version of the app and the SIM of the number from masked cards', async () => {
    const { number, phone } = await enrolledPhone(app)
    const own = number.number.slice(-4).padStart(12, '*')
    const simCards = [
      { slotIndex: 0, simNumber: 1, phoneNumber: '********0000' },
      { slotIndex: 1, simNumber: 2, phoneNumber: own },
    ]
    const id = phone.registration()?.id
    const headers = { 'user-agent': 'me.capcom.smsgateway/1.70.3' }
    const answer = await phone.call('PATCH', '/device', { body: { id, pushToken: 'x', simCards }, headers })
    expect(answer).toEqual({ status: 204, body: undefined })
    expect(await operatePhone(app.context, { numberId: number.id, rotate: false })).toMatchObject({
      sim: 2,
      app_version: '1.70.3',
    })
  })

  test('refuses the id of another phone as other_device', async () => {
    const [one, two] = [await enrolledPhone(app), await enrolledPhone(app)]
    const answer = await one.phone.call('PATCH', '/device', { body: { id: two.phone.registration()?.id } })
    expect(answer).toMatchObject({ status: 403, body: { code: 'other_device' } })
    const malformed = await one.phone.call('PATCH', '/device', { body: {} })
    expect(malformed).toMatchObject({ status: 400, body: { code: 'bad_request' } })
  })
})
