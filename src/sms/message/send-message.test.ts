import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type TestApp, testApp } from '../../../test/harness.ts'
import { sql } from '../../platform/database/sql.ts'
import { removeNumber } from '../inventory/change-number.ts'
import {
  newPhone,
  simulatorNumber,
  smsAccount,
  smsCaller,
  type TestNumber,
} from '../../../test/sms-account.ts'

let app: TestApp
let pool: TestNumber
beforeAll(async () => {
  app = await testApp()
  pool = await simulatorNumber(app, { online: false })
})
afterAll(() => app.close())

const queuedTo = async (phone: string): Promise<number> => {
  const { count } = await app.context.database.one<{ count: number }>(
    sql`select count(*)::int as count from sms.message where phone = ${phone}`,
  )
  return count
}

describe('sendMessage', () => {
  test('queues one message for each distinct number, in order', async () => {
    const { send } = await smsAccount(app)
    const [first, second] = [newPhone(), newPhone()]
    const { status, body } = await send({
      to: [second, first, second.slice(2)],
      body: 'hello',
      client_ref: 'r',
    })
    expect(status).toBe(202)
    expect(body.messages.map(({ phone }) => phone)).toEqual([second, first])
    const ids = body.messages.map(({ id }) => id)
    expect(ids[0]).toBeLessThan(ids[1] ?? 0)
    const now = app.clock.now()
    expect(body).toEqual({
      ok: true,
      messages: [second, first].map((phone, index) => ({
        id: ids[index],
        direction: 'out',
        phone,
        status: 'queued',
        segments: 1,
        body: 'hello',
        client_ref: 'r',
        number_id: null,
        number: null,
        group_id: null,
        error: null,
        created_at: now.toISOString(),
        expires_at: new Date(now.getTime() + 86_400_000).toISOString(),
        sent_at: null,
      })),
    })
  })

  test.each([
    ['👩‍👩‍👧‍👦 family 🇩🇪'],
    ['e\u0301 vs é'],
    ['line 1\nline 2\r\n\ttab'],
    [' leading and trailing '],
    ['"q" & <t> \\ %s \u0001 \u200f שלום'],
  ])('returns the text exactly: %j', async (body) => {
    const { send, message } = await smsAccount(app)
    const sent = await send({ to: newPhone(), body })
    expect((await message(sent.body.messages[0]?.id ?? 0)).body.message.body).toBe(body)
  })

  const isRefusedAs = (code: string) => async (payload: object) => {
    const { send } = await smsAccount(app)
    const { status, body } = await send({ to: '+12025550123', body: 'x', ...payload })
    expect([status, body.error?.code]).toEqual([400, code])
  }

  test.each([
    { to: undefined },
    { to: [] },
    { to: Array.from({ length: 101 }, () => '+12025550123') },
    { to: 12_025_550_123 },
    { client_ref: 'r'.repeat(81) },
    { ttl: 59 },
    { ttl: 604_801 },
    { ttl: 60.5 },
    { idempotency_key: 'k'.repeat(81) },
  ])('refuses %j as bad_request', isRefusedAs('bad_request'))

  test.each([
    { to: '' },
    { to: '+15551234567' },
    { to: '+19005550123' },
    { from: 'garbage' },
    { from: {} },
    { from: 1.5 },
  ])('refuses %j as invalid_number', isRefusedAs('invalid_number'))

  test.each([
    { body: undefined },
    { body: '' },
    { body: 5 },
    { body: 'a\0b' },
    { body: 'a\ud83d' },
    { body: '😀'.repeat(1601) },
  ])('refuses %j as invalid_body', isRefusedAs('invalid_body'))

  test('takes 1,600 emoji as one text of 49 segments', async () => {
    const { send } = await smsAccount(app)
    const { body } = await send({ to: newPhone(), body: '😀'.repeat(1600) })
    expect(body.messages[0]?.segments).toBe(49)
  })
})

describe('the number to send from', () => {
  test('is any of the pool or a dedicated one, by id or E.164', async () => {
    const { send, tenant } = await smsAccount(app)
    const own = await simulatorNumber(app, { tenant, online: false })
    for (const from of [own.id, own.number, pool.id, pool.number.slice(2)]) {
      const { body } = await send({ to: newPhone(), body: 'x', from })
      const expected = from === own.id || from === own.number ? own : pool
      const [message] = body.messages
      expect([message?.number_id, message?.number]).toEqual([expected.id, expected.number])
    }
  })

  test('of another account, unknown or removed is no_number', async () => {
    const { send } = await smsAccount(app)
    const other = await app.tenant()
    const foreign = await simulatorNumber(app, { tenant: other, online: false })
    const gone = await simulatorNumber(app, { online: false })
    await removeNumber(app.context, gone.id)
    const to = newPhone()
    for (const from of [foreign.id, foreign.number, gone.id, gone.number, 987_654, newPhone()]) {
      const { status, body } = await send({ to, body: 'x', from })
      expect([status, body.error?.code]).toEqual([409, 'no_number'])
    }
    expect(await queuedTo(to)).toBe(0)
  })

  test('of a bound key is always its own', async () => {
    const { tenant } = await smsAccount(app)
    const own = await simulatorNumber(app, { tenant, online: false })
    const bound = smsCaller(app, (await tenant.key('sms', { numberId: own.id })).key)
    for (const from of [undefined, pool.id, newPhone(), 'garbage', null, {}, 1.5, [], '', -1]) {
      const { body } = await bound.send({ to: newPhone(), body: 'x', from })
      expect(body.messages[0]?.number_id).toBe(own.id)
    }
    await removeNumber(app.context, own.id)
    expect((await bound.send({ to: newPhone(), body: 'x' })).body.error?.code).toBe('no_number')
  })
})

describe('the send allowance', () => {
  test('accepts in order until the limit, and is daily_limit_reached when none is accepted', async () => {
    const { send } = await smsAccount(app, { plan: { smsDaily: 3 } })
    const to = [newPhone(), newPhone(), newPhone(), newPhone(), newPhone()]
    const { status, body } = await send({ to, body: 'x' })
    expect([status, body.messages.map(({ phone }) => phone)]).toEqual([202, to.slice(0, 3)])
    expect([body.rejected, body.reason]).toEqual([2, 'limit_reached'])
    expect(body.message).toContain('2 recipients were rejected')
    const refused = await send({ to, body: 'x' })
    expect([refused.status, refused.body.error?.code, refused.body.error?.reason]).toEqual([
      402,
      'daily_limit_reached',
      'limit_reached',
    ])
  })

  test('starts again with the UTC day', async () => {
    const { send } = await smsAccount(app, { plan: { smsDaily: 1 } })
    app.clock.set('2026-03-31T23:59:59.999Z')
    expect((await send({ to: newPhone(), body: 'x' })).status).toBe(202)
    expect((await send({ to: newPhone(), body: 'x' })).status).toBe(402)
    app.clock.advance(1)
    expect((await send({ to: newPhone(), body: 'x' })).status).toBe(202)
  })

  test('is never exceeded by concurrent sends', async () => {
    const { send } = await smsAccount(app, { plan: { smsDaily: 25 } })
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => send({ to: [newPhone(), newPhone(), newPhone()], body: 'x' })),
    )
    const accepted = answers.reduce(
      (sum, { status, body }) => sum + (status === 202 ? body.messages.length : 0),
      0,
    )
    expect(accepted).toBe(25)
  })

  test('meters what is beyond it up to the cap of the month', async () => {
    const plan = { smsDaily: 1, payg: true, capMicros: 50_000, priceMicros: 10_000 }
    const { send } = await smsAccount(app, { plan })
    const two = 'a'.repeat(161)
    const { body } = await send({ to: [newPhone(), newPhone(), newPhone(), newPhone()], body: two })
    expect([body.messages.length, body.rejected, body.reason]).toEqual([3, 1, 'metered_cap_reached'])
    // 40,000 are charged: one more segment fits, two do not.
    expect((await send({ to: newPhone(), body: two })).body.error?.reason).toBe('metered_cap_reached')
    expect((await send({ to: newPhone(), body: 'x' })).status).toBe(202)
    app.clock.set('2026-05-01T00:00:00Z')
    const next = await send({ to: [newPhone(), newPhone(), newPhone()], body: two })
    expect(next.body.messages.length).toBe(3)
  })

  test('a plan without SMS refuses', async () => {
    const { send } = await smsAccount(app, { plan: { services: ['files'] } })
    expect((await send({ to: newPhone(), body: 'x' })).status).toBe(402)
  })
})

describe('an idempotency key', () => {
  test('returns the whole first answer to a repeat and sends nothing again', async () => {
    const { send } = await smsAccount(app, { plan: { smsDaily: 1 } })
    const [to, other] = [newPhone(), newPhone()]
    const first = await send({ to: [to, other], body: 'x' }, { 'idempotency-key': 'k' })
    expect([first.status, first.body.rejected]).toEqual([202, 1])
    const again = await send({ to: newPhone(), body: 'another', idempotency_key: 'k' })
    expect([again.status, again.body]).toEqual([202, first.body])
    expect(await queuedTo(to)).toBe(1)
  })

  test('in the header takes precedence over the field', async () => {
    const { send } = await smsAccount(app)
    const first = await send({ to: newPhone(), body: 'x' }, { 'idempotency-key': 'a' })
    const again = await send({ to: newPhone(), body: 'x', idempotency_key: 'b' }, { 'idempotency-key': 'a' })
    const field = await send({ to: newPhone(), body: 'x', idempotency_key: 'b' })
    expect(again.body).toEqual(first.body)
    expect(field.status).toBe(202)
    expect(field.body).not.toEqual(first.body)
    const long = await send({ to: newPhone(), body: 'x' }, { 'idempotency-key': 'k'.repeat(81) })
    expect(long.body.error?.code).toBe('bad_request')
  })

  test('lets twenty requests at once send one message', async () => {
    const { send } = await smsAccount(app)
    const to = newPhone()
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => send({ to, body: 'x', idempotency_key: 'once' })),
    )
    expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1)
    expect(await queuedTo(to)).toBe(1)
  })

  test('belongs to the account', async () => {
    const [one, two] = [await smsAccount(app), await smsAccount(app)]
    const first = await one.send({ to: newPhone(), body: 'x', idempotency_key: 'k' })
    const second = await two.send({ to: newPhone(), body: 'x', idempotency_key: 'k' })
    expect(second.body.messages[0]?.id).not.toBe(first.body.messages[0]?.id)
    const { key } = await one.tenant.key('sms')
    const again = await smsCaller(app, key).send({ to: newPhone(), body: 'x', idempotency_key: 'k' })
    expect(again.body).toEqual(first.body)
  })

  test('belongs to the number that the key is bound to, so a repeat shows nothing that the key may not see', async () => {
    const { send, tenant } = await smsAccount(app)
    const [six, seven] = [await simulatorNumber(app, { tenant }), await simulatorNumber(app, { tenant })]
    const boundTo = async ({ id }: TestNumber) =>
      smsCaller(app, (await tenant.key('sms', { numberId: id })).key)
    const text = { to: newPhone(), body: 'x', idempotency_key: 'k' }
    const onSeven = await (await boundTo(seven)).send(text)
    const onSix = await (await boundTo(six)).send(text)
    const unbound = await send({ ...text, from: seven.id })
    expect(onSix.body.messages[0]?.number_id).toBe(six.id)
    expect(new Set([onSeven, onSix, unbound].map(({ body }) => body.messages[0]?.id)).size).toBe(3)
    expect((await (await boundTo(seven)).send(text)).body).toEqual(onSeven.body)
    expect((await send(text)).body).toEqual(unbound.body)
  })

  test('is not remembered when the request failed', async () => {
    const { send } = await smsAccount(app)
    const refused = await send({ to: newPhone(), body: 'x', from: 987_654, idempotency_key: 'k' })
    expect(refused.status).toBe(409)
    expect((await send({ to: newPhone(), body: 'x', idempotency_key: 'k' })).status).toBe(202)
  })

  test('is forgotten after 24 hours', async () => {
    const { send } = await smsAccount(app)
    const first = await send({ to: newPhone(), body: 'x', idempotency_key: 'k' })
    app.clock.advance(24 * 3600 * 1000 - 1)
    expect((await send({ to: newPhone(), body: 'x', idempotency_key: 'k' })).body).toEqual(first.body)
    app.clock.advance(1)
    const late = await send({ to: newPhone(), body: 'x', idempotency_key: 'k' })
    expect(late.body.messages[0]?.id).not.toBe(first.body.messages[0]?.id)
  })
})

test('an account with nothing but a dedicated number must name it', async () => {
  await removeNumber(app.context, pool.id)
  const { send, tenant } = await smsAccount(app)
  const own = await simulatorNumber(app, { tenant, online: false })
  const { status, body } = await send({ to: newPhone(), body: 'x' })
  expect([status, body.error?.code]).toEqual([409, 'no_number'])
  expect((await send({ to: newPhone(), body: 'x', from: own.id })).status).toBe(202)
})
