import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type TestApp, testApp } from '../../../test/harness.ts'
import { newPhone, simulatorNumber, smsAccount, type TestNumber } from '../../../test/sms-account.ts'
import { sql } from '../../platform/database/sql.ts'
import { answerOnce } from '../idempotency/answer-once.ts'
import { removeNumber } from '../inventory/change-number.ts'

let app: TestApp
let pool: TestNumber
beforeAll(async () => {
  app = await testApp()
  pool = await simulatorNumber(app, { online: false })
})
afterAll(() => app.close())

const countTo = async (phone: string): Promise<number> => {
  const { count } = await app.context.database.one<{ count: number }>(sql`
    select count(*)::int as count from sms.message where phone = ${phone}`)
  return count
}

/** Resolves when something waits for a lock of another transaction. */
const somethingWaits = () =>
  expect
    .poll(async () => {
      const { waiting } = await app.context.database.one<{ waiting: boolean }>(sql`
        select exists (
          select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
        ) as waiting`)
      return waiting
    })
    .toBe(true)

describe('sendMessage repeated', () => {
  test('fifty times at once, alike and in other words, sends once and answers alike', async () => {
    const { send } = await smsAccount(app, { plan: { smsDaily: 2 } })
    const phones = [newPhone(), newPhone(), newPhone()]
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        send({ to: phones, body: index % 2 === 0 ? 'x' : 'y' }, { 'idempotency-key': 'fifty' }),
      ),
    )
    expect(new Set(answers.map(({ status, body }) => `${status} ${JSON.stringify(body)}`)).size).toBe(1)
    expect([answers[0]?.body.messages.length, answers[0]?.body.rejected]).toEqual([2, 1])
    expect(await Promise.all(phones.map(countTo))).toEqual([1, 1, 0])
  })

  test('while the first dies in the middle sends once: the repeat takes over', async () => {
    const { send, tenant } = await smsAccount(app)
    const to = newPhone()
    const { database, clock } = app.context
    const request = { workspaceId: tenant.workspaceId, boundTo: null, key: 'crash' }
    let repeat: ReturnType<typeof send> | undefined
    const first = database.transaction(async (tx) => {
      await answerOnce(tx, clock, request, async () => {
        const { pid } = await tx.one<{ pid: number }>(sql`select pg_backend_pid() as pid`)
        repeat = send({ to, body: 'x', idempotency_key: 'crash' })
        await somethingWaits()
        await database.run(sql`select pg_terminate_backend(${pid})`)
        await tx.run(sql`select 1`)
      })
    })
    await expect(first).rejects.toThrow()
    expect((await repeat)?.status).toBe(202)
    expect(await countTo(to)).toBe(1)
  })

  test('ten times at once, 24 hours later, sends once more', async () => {
    const { send } = await smsAccount(app)
    const to = newPhone()
    const again = () => send({ to, body: 'x', idempotency_key: 'day' })
    const first = await again()
    app.clock.advance(24 * 3600 * 1000)
    const answers = await Promise.all(Array.from({ length: 10 }, again))
    const ids = new Set(answers.map(({ body }) => body.messages[0]?.id))
    expect([ids.size, ids.has(first.body.messages[0]?.id)]).toEqual([1, false])
    expect(await countTo(to)).toBe(2)
  })
})

describe('parallel sends', () => {
  test('never exceed the cap of the month, and the ledger adds up with the messages', async () => {
    const plan = { smsDaily: 5, payg: true, capMicros: 130_000, priceMicros: 10_000 }
    const { send, tenant } = await smsAccount(app, { plan })
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        send({ to: [newPhone(), newPhone()], body: 'a'.repeat(index % 2 === 0 ? 10 : 161) }),
      ),
    )
    const accepted = answers.flatMap(({ status, body }) => (status === 202 ? body.messages : []))
    const sums = await app.context.database.one<{ charged: number; recipients: number; ledger: number }>(sql`
      select (select sum(charge_micros) from sms.message where workspace_id = ${tenant.workspaceId})::bigint as charged,
             recipients, charged_micros as ledger
        from sms.usage where workspace_id = ${tenant.workspaceId}`)
    expect(sums.ledger).toBe(sums.charged)
    expect(sums.recipients).toBe(accepted.length)
    // Less than the dearest text is left.
    expect(sums.ledger).toBeLessThanOrEqual(130_000)
    expect(sums.ledger).toBeGreaterThan(130_000 - 20_000)
    const refused = answers.find(({ status }) => status === 402)
    expect(refused?.body.error?.reason).toBe('metered_cap_reached')
  })
})

describe('a number that is removed', () => {
  test('fails what waits for it as no_number, and refunds it', async () => {
    const plan = { smsDaily: 0, payg: true, capMicros: 20_000, priceMicros: 10_000 }
    const { send, message, tenant } = await smsAccount(app, { plan })
    const own = await simulatorNumber(app, { tenant, online: false })
    const { body } = await send({ to: [newPhone(), newPhone()], body: 'x', from: own.id })
    await removeNumber(app.context, own.id)
    for (const { id } of body.messages)
      expect((await message(id)).body.message).toMatchObject({
        status: 'failed',
        error: { code: 'no_number' },
        number: own.number,
      })
    expect((await send({ to: [newPhone(), newPhone()], body: 'x' })).body.messages).toHaveLength(2)
  })

  test('while sends are under way leaves nothing that waits for it', async () => {
    const { send, tenant } = await smsAccount(app)
    for (let round = 0; round < 5; round++) {
      const own = await simulatorNumber(app, { tenant, online: false })
      const sends = Array.from({ length: 10 }, () => send({ to: newPhone(), body: 'x', from: own.id }))
      const [answers] = await Promise.all([Promise.all(sends), removeNumber(app.context, own.id)])
      for (const { status, body } of answers)
        expect(status === 202 ? 'no_number' : body.error?.code).toBe('no_number')
      const { count } = await app.context.database.one<{ count: number }>(sql`
        select count(*)::int as count from sms.queue where lane = ${own.id}`)
      expect(count).toBe(0)
    }
  })
})

describe('what a send may contain', () => {
  const answerTo = async (more: object) => {
    const { send } = await smsAccount(app)
    const { status, body } = await send({ to: newPhone(), body: 'x', ...more })
    return [status, body.error?.code]
  }

  test.each([60, 604_800])('a ttl of %d seconds', async (ttl) => {
    expect(await answerTo({ ttl })).toEqual([202, undefined])
  })

  test.each(['60', 60.5, 59, 604_801, true, -60, 1e300])('no ttl of %j: bad_request', async (ttl) => {
    expect(await answerTo({ ttl })).toEqual([400, 'bad_request'])
  })

  test.each([
    ['1,600 letters', 'a'.repeat(1600)],
    ['1,600 characters beyond the basic plane', '😀'.repeat(1600)],
    ['1,600 characters with combining marks', 'e\u0301'.repeat(800)],
    ['a blank', ' '],
  ])('%s', async (_, body) => expect(await answerTo({ body })).toEqual([202, undefined]))

  test.each([
    ['1,601 letters', 'a'.repeat(1601)],
    ['801 letters with a combining mark each', 'e\u0301'.repeat(801)],
    ['NUL', 'a\0'],
    ['half a surrogate pair', 'a\ud83d'],
    ['the other half', '\ude00a'],
    ['a list', ['x']],
  ])('not %s: invalid_body', async (_, body) =>
    expect(await answerTo({ body })).toEqual([400, 'invalid_body']),
  )

  test('100 numbers, not 101, however many are the same', async () => {
    const phone = newPhone()
    expect(await answerTo({ to: Array<string>(100).fill(phone) })).toEqual([202, undefined])
    expect(await answerTo({ to: Array<string>(101).fill(phone) })).toEqual([400, 'bad_request'])
  })

  test('no list with a wrong number: nothing is queued, and every wrong entry is named', async () => {
    const { send } = await smsAccount(app)
    const [good, wrong] = [newPhone(), ['555-01', 'call me', '+12025550123 ext 5', '911', '202555O123']]
    const { status, body } = await send({ to: [good, ...wrong], body: 'x', idempotency_key: 'k' })
    expect([status, body.error?.code]).toEqual([400, 'invalid_number'])
    for (const entry of wrong) expect(body.error?.message).toContain(`"${entry}"`)
    expect(body.error?.message).not.toContain(good)
    expect(await countTo(good)).toBe(0)
    expect((await send({ to: good, body: 'x', idempotency_key: 'k', from: pool.id })).status).toBe(202)
  })
})
