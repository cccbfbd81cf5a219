import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testApp, type TestApp } from '../../../test/harness.ts'
import { newPhone, simulatorNumber, smsAccount, smsCaller } from '../../../test/sms-account.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

describe('getMessage', () => {
  test('returns the message as the send answered it', async () => {
    const account = await smsAccount(app)
    await simulatorNumber(app, { tenant: account.tenant, online: false })
    const number = await simulatorNumber(app, { tenant: account.tenant, online: false })
    const sent = await account.send({
      to: newPhone(),
      body: 'Hello 👋',
      from: number.id,
      client_ref: 'order 7',
    })
    const [message] = sent.body.messages
    const { status, body } = await account.message(message?.id ?? 0)
    expect([status, body]).toEqual([200, { ok: true, message }])
    expect(body.message).toMatchObject({
      status: 'queued',
      body: 'Hello 👋',
      number_id: number.id,
      error: null,
    })
    expect(body.message).not.toHaveProperty('delivered_at')
  })

  test('answers not_found alike for an unknown id and another account’s', async () => {
    const [mine, other] = [await smsAccount(app), await smsAccount(app)]
    const number = await simulatorNumber(app, { tenant: mine.tenant, online: false })
    const sent = await mine.send({ to: newPhone(), body: 'x', from: number.id })
    const foreign = await other.message(sent.body.messages[0]?.id ?? 0)
    const unknown = await other.message(987_654_321)
    expect([foreign.status, foreign.body]).toEqual([404, unknown.body])
    expect(unknown.body.error?.code).toBe('not_found')
  })

  test('refuses a malformed id as bad_request', async () => {
    const account = await smsAccount(app)
    for (const id of ['abc', '0', '-1', '1.5', '99999999999999999999']) {
      const { status, body } = await account.message(id)
      expect([id, status, body.error?.code]).toEqual([id, 400, 'bad_request'])
    }
  })

  test('hides from a bound key what is not on its number', async () => {
    const account = await smsAccount(app)
    const { tenant } = account
    const [one, two] = [
      await simulatorNumber(app, { tenant, online: false }),
      await simulatorNumber(app, { tenant, online: false }),
    ]
    const bound = smsCaller(app, (await tenant.key('sms', { numberId: one.id })).key)
    const sent = await account.send({ to: newPhone(), body: 'x', from: two.id })
    const id = sent.body.messages[0]?.id ?? 0
    expect((await account.message(id)).status).toBe(200)
    expect((await bound.message(id)).status).toBe(404)
  })
})
