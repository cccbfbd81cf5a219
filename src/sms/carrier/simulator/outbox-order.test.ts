import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type TestApp, testApp } from '../../../../test/harness.ts'
import { simulate } from '../../../../test/simulate.ts'
import { newPhone, simulatorNumber, smsAccount } from '../../../../test/sms-account.ts'
import { systemSecret } from '../../../platform/secrets/system-secret.ts'
import { putOnline } from '../../inventory/change-number.ts'
import { listOutbox } from './operate-simulator.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

describe('a virtual phone of the pool', () => {
  test('gets the operator’s texts first, then one of each account in turn, and lists them so', async () => {
    const [ann, bob] = [await smsAccount(app), await smsAccount(app)]
    const number = await simulatorNumber(app, { online: false })
    await ann.send({ to: [newPhone(), newPhone(), newPhone()], body: 'Ann’s' })
    await bob.send({ to: [newPhone(), newPhone()], body: 'Bob’s' })
    const key = await systemSecret(app.context)
    const payload = { to: newPhone(), body: 'the operator’s', purpose: 'notice' }
    await app.call('sms', { method: 'POST', url: '/api/v1/system/send', key, payload })
    await putOnline(app.context, number.id, true)
    await simulate(app.context)
    const { messages } = await listOutbox(app.context, { numberId: number.id })
    const order = ['the operator’s', 'Ann’s', 'Bob’s', 'Ann’s', 'Bob’s', 'Ann’s']
    expect(messages.map(({ body }) => body)).toEqual(order)
  })
})
