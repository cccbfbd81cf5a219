import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testApp, type TestApp } from '../../../test/harness.ts'
import {
  newPhone,
  simulatorNumber,
  smsAccount,
  smsCaller,
  type TestNumber,
} from '../../../test/sms-account.ts'
import type { Account } from '../../../test/sms-group.ts'

let app: TestApp
let account: Account
let pool: TestNumber
let own: TestNumber
beforeAll(async () => {
  app = await testApp()
  account = await smsAccount(app)
  pool = await simulatorNumber(app, { online: false })
  own = await simulatorNumber(app, { tenant: account.tenant, online: false })
})
afterAll(() => app.close())

const send = (more: object, headers?: Record<string, string>) =>
  account.send({ to: newPhone(), body: 'x', ...more }, headers)

const codeOf = async (more: object) => {
  const { status, body } = await send(more)
  return [status, body.error?.code]
}

describe('a field of sendMessage', () => {
  test('to: one phone number, or a list of up to 100 numbers', async () => {
    expect((await send({ to: newPhone() })).body.messages).toHaveLength(1)
    const list = Array.from({ length: 100 }, newPhone)
    expect((await send({ to: list })).body.messages.map(({ phone }) => phone)).toEqual(list)
    expect(await codeOf({ to: [...list, newPhone()] })).toEqual([400, 'bad_request'])
    expect(await codeOf({ to: undefined })).toEqual([400, 'bad_request'])
  })

  test('body: at most 1,600 characters', async () => {
    expect((await send({ body: '😀'.repeat(1600) })).status).toBe(202)
    expect(await codeOf({ body: '😀'.repeat(1601) })).toEqual([400, 'invalid_body'])
    expect(await codeOf({ body: undefined })).toEqual([400, 'invalid_body'])
  })

  test('from: a number id or an E.164 number, the pool by default', async () => {
    const senders = [own.id, own.number, pool.id, pool.number, undefined]
    const sent = await Promise.all(senders.map((from) => send({ from })))
    expect(sent.map(({ body }) => body.messages[0]?.number_id)).toEqual([
      own.id,
      own.id,
      pool.id,
      pool.id,
      null,
    ])
  })

  test('from: ignored, and forced to the bound number, for a bound key', async () => {
    const bound = smsCaller(app, (await account.tenant.key('sms', { numberId: own.id })).key)
    for (const from of [undefined, pool.id, 'garbage']) {
      const { body } = await bound.send({ to: newPhone(), body: 'x', from })
      expect(body.messages[0]?.number).toBe(own.number)
    }
  })

  test('client_ref: at most 80 characters, echoed back', async () => {
    const reference = '😀'.repeat(80)
    expect((await send({ client_ref: reference })).body.messages[0]?.client_ref).toBe(reference)
    expect(await codeOf({ client_ref: `${reference}x` })).toEqual([400, 'bad_request'])
  })

  test('ttl: integer seconds that it stays queued, 60 to 604800', async () => {
    for (const ttl of [60, 604_800]) {
      const { body } = await send({ ttl })
      const expires = new Date(app.clock.now().getTime() + ttl * 1000).toISOString()
      expect(body.messages[0]?.expires_at).toBe(expires)
    }
    for (const ttl of [59, 604_801, 60.5, '60']) expect(await codeOf({ ttl })).toEqual([400, 'bad_request'])
  })

  test('idempotency_key: at most 80 characters, alternative to the header', async () => {
    const key = 'k'.repeat(80)
    const first = await send({ idempotency_key: key })
    expect((await send({}, { 'idempotency-key': key })).body).toEqual(first.body)
    expect(await codeOf({ idempotency_key: `${key}k` })).toEqual([400, 'bad_request'])
    const { status } = await send({}, { 'idempotency-key': `${key}k` })
    expect(status).toBe(400)
  })

  test('idempotency_key: the same in the field and in the header, whose bytes are UTF-8 or Latin-1', async () => {
    const asHeader = (bytes: Buffer) => ({ 'idempotency-key': bytes.toString('latin1') })
    for (const key of ['Zürich', 'заказ 7', '😀'.repeat(80), 'Ã¼']) {
      const first = await send({ idempotency_key: key })
      expect(first.status).toBe(202)
      expect((await send({}, asHeader(Buffer.from(key)))).body).toEqual(first.body)
    }
    const old = await send({ idempotency_key: 'Genève' })
    expect((await send({}, asHeader(Buffer.from('Genève', 'latin1')))).body).toEqual(old.body)
    expect((await send({}, asHeader(Buffer.from('😀'.repeat(81))))).status).toBe(400)
  })

  test.each([null, ''])('that is optional counts as absent with the value %j', async (empty) => {
    const fields = { from: empty, ttl: empty, client_ref: empty, idempotency_key: empty }
    const answers = [await send(fields), await send(fields)]
    for (const { status, body } of answers)
      expect([status, body.messages[0]?.client_ref, body.messages[0]?.number_id]).toEqual([202, null, null])
    const [first, second] = answers.map(({ body }) => body.messages[0]?.id)
    expect(first).not.toBe(second)
  })

  test('from: an id beyond 2^53 is one of no number', async () => {
    expect(await codeOf({ from: 2 ** 60 })).toEqual([409, 'no_number'])
  })
})

describe('a rule of sendMessage', () => {
  test('1: 202 with ok and messages, each of them queued', async () => {
    const { status, body } = await send({ to: [newPhone(), newPhone()] })
    expect([status, Object.keys(body), body.messages.map((message) => message.status)]).toEqual([
      202,
      ['ok', 'messages'],
      ['queued', 'queued'],
    ])
  })

  test('2: a list queues one message per distinct number', async () => {
    const phone = newPhone()
    const { body } = await send({ to: [phone, phone.slice(2), `${phone.slice(0, 2)} ${phone.slice(2)}`] })
    expect(body.messages.map((message) => message.phone)).toEqual([phone])
  })

  test('3: over the allowance some are rejected: 202 with rejected, reason and message', async () => {
    const limited = await smsAccount(app, { plan: { smsDaily: 1 } })
    const some = await limited.send({ to: [newPhone(), newPhone()], body: 'x' })
    expect(some).toMatchObject({ status: 202, body: { rejected: 1, reason: 'limit_reached' } })
    expect(some.body.message).toContain('1 recipient was rejected')
    const plan = { smsDaily: 0, payg: true, capMicros: 10, priceMicros: 10 }
    const metered = await smsAccount(app, { plan })
    const part = await metered.send({ to: [newPhone(), newPhone()], body: 'x' })
    expect(part).toMatchObject({ status: 202, body: { rejected: 1, reason: 'metered_cap_reached' } })
  })

  test('4: all are rejected: 402 daily_limit_reached with the reason', async () => {
    const limited = await smsAccount(app, { plan: { smsDaily: 0 } })
    const { status, body } = await limited.send({ to: newPhone(), body: 'x' })
    expect([status, body]).toMatchObject([
      402,
      { ok: false, error: { code: 'daily_limit_reached', reason: 'limit_reached' } },
    ])
  })

  test('5: a repeat within 24 hours returns the same messages and sends nothing again', async () => {
    const headers = { 'idempotency-key': 'rule 5' }
    const first = await send({}, headers)
    app.clock.advance(24 * 3_600_000 - 1)
    expect((await send({}, headers)).body).toEqual(first.body)
    expect((await account.list(`phone=${first.body.messages[0]?.phone}`)).body.messages).toHaveLength(1)
    app.clock.advance(1)
    expect((await send({}, headers)).body.messages[0]?.id).not.toBe(first.body.messages[0]?.id)
  })
})
