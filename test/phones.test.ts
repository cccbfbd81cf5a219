import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { enrolledPhone } from './android-number.ts'
import { testApp, type TestApp } from './harness.ts'
import { newPhone, smsAccount } from './sms-account.ts'
import { until } from './until.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

describe('a real phone', () => {
  test('sends what the API takes, hands over what it receives, and forwards for a group', async () => {
    const account = await smsAccount(app)
    const { number, phone } = await enrolledPhone(app, { tenant: account.tenant })
    await phone.start()
    const to = newPhone()

    const sent = await account.send({ to, body: 'Hello', from: number.id })
    expect(sent.status).toBe(202)
    const id = sent.body.messages[0]?.id ?? 0
    await until(async () => (await account.message(id)).body.message.status === 'delivered')
    expect(phone.radio).toEqual([{ id: `${id}.1`, to, text: 'Hello' }])

    await phone.receive({ from: to, body: 'Hello back' })
    const inbound = await account.list(`direction=in&since_id=${id}`)
    expect(inbound.body.messages).toMatchObject([{ phone: to, body: 'Hello back', number: number.number }])

    const [ann, bob] = [newPhone(), newPhone()]
    const members = [
      { name: 'Ann', phone: ann, admin: true },
      { name: 'Bob', phone: bob, admin: false },
    ]
    expect((await account.post('/groups', { name: 'Two', number_id: number.id, members })).status).toBe(201)
    await phone.receive({ from: ann, body: 'Who is there?' })
    await until(async () => phone.radio.length === 2)
    expect(phone.radio[1]).toMatchObject({ to: bob, text: 'Ann: Who is there?' })
    await phone.stop()
  })
})
