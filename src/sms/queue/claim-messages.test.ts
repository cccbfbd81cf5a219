import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type TestApp, testApp } from '../../../test/harness.ts'
import { inForce } from '../../identity/in-force.ts'
import { markWorkspace, unmarkWorkspace } from '../../identity/removal/mark.ts'
import { sql } from '../../platform/database/sql.ts'
import { assignNumber, putOnline, removeNumber } from '../inventory/change-number.ts'
import { listAllNumbers } from '../number/operator-numbers.ts'
import { simulateInbound } from '../carrier/simulator/operate-simulator.ts'
import { newPhone, simulatorNumber as numberWith, smsAccount } from '../../../test/sms-account.ts'
import { claimMessages } from './claim-messages.ts'
import { expireQueued } from '../message/end-store.ts'
import type { Report } from './model.ts'
import { reportProgress } from './report-progress.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  // Each test has a pool of its own, and nothing waits from an earlier one.
  const { numbers } = await listAllNumbers(app.context)
  for (const { id } of numbers) await removeNumber(app.context, id)
  await app.context.database.run(sql`
    with unqueued as (delete from sms.queue returning message_id)
    update sms.message set status = 'cancelled' where id in (select message_id from unqueued)`)
})

/** A number that takes as many messages at a time as a real phone. */
const simulatorNumber: typeof numberWith = (of, options) =>
  numberWith(of, { pace: { outstandingMax: 3 }, ...options })

const claim = async (numberId: number, countMax?: number): Promise<number[]> =>
  (await claimMessages(app.context, numberId, countMax)).map(({ id }) => id)

const report = (reports: readonly Report[]): Promise<number> =>
  app.context.database.transaction((tx) => reportProgress(tx, reports))

const at = (): Date => app.clock.now()

const sent = (messageId: number, numberId: number): Report => ({
  messageId,
  numberId,
  status: 'sent',
  at: at(),
})

type Account = Awaited<ReturnType<typeof smsAccount>>

const sendOne = async (account: Account, to = newPhone(), more: object = {}): Promise<number> => {
  const { body } = await account.send({ to, body: 'x', ...more })
  return body.messages[0]?.id ?? 0
}

const sendMany = async (account: Account, count: number): Promise<number[]> => {
  const { body } = await account.send({ to: Array.from({ length: count }, newPhone), body: 'x' })
  return body.messages.map(({ id }) => id)
}

const stateOf = async (account: Account, id: number) => (await account.message(id)).body.message

describe('a claim', () => {
  test('binds pool messages to the number, the oldest first', async () => {
    const account = await smsAccount(app)
    const pool = await simulatorNumber(app)
    const ids = await sendMany(account, 2)
    expect(await claim(pool.id)).toEqual(ids)
    const { status, number_id: numberId, number } = await stateOf(account, ids[0] ?? 0)
    expect([status, numberId, number]).toEqual(['sending', pool.id, pool.number])
  })

  test('gives a phone at most three unreported messages', async () => {
    const account = await smsAccount(app)
    const pool = await simulatorNumber(app)
    const ids = await sendMany(account, 5)
    expect(await claim(pool.id)).toEqual(ids.slice(0, 3))
    expect(await claim(pool.id)).toEqual([])
    await report([sent(ids[1] ?? 0, pool.id)])
    expect(await claim(pool.id)).toEqual(ids.slice(3, 4))
  })

  test('by an offline or removed number takes nothing', async () => {
    const account = await smsAccount(app)
    const [offline, gone] = [await simulatorNumber(app, { online: false }), await simulatorNumber(app)]
    await sendOne(account)
    const left = await sendOne(account, newPhone(), { from: gone.id })
    await removeNumber(app.context, gone.id)
    expect([await claim(offline.id), await claim(gone.id)]).toEqual([[], []])
    expect((await stateOf(account, left)).number).toBe(gone.number)
    await putOnline(app.context, offline.id, true)
    expect(await claim(offline.id)).toHaveLength(1)
  })

  test('does not take what expired, even before the sweep', async () => {
    const account = await smsAccount(app)
    const pool = await simulatorNumber(app)
    await sendOne(account, newPhone(), { ttl: 60 })
    const patient = await sendOne(account, newPhone(), { ttl: 61 })
    app.clock.advance(60_000)
    expect(await claim(pool.id)).toEqual([patient])
  })

  test('of many numbers at once hands every message to exactly one', async () => {
    const account = await smsAccount(app)
    const numbers = []
    for (let count = 0; count < 8; count++) numbers.push(await simulatorNumber(app))
    const ids = await sendMany(account, 24)
    const rounds = await Promise.all(numbers.flatMap(({ id }) => Array.from({ length: 4 }, () => claim(id))))
    // Numbers that met at the same rows skipped them; each continues until it is full.
    for (const { id } of numbers) rounds.push(await claim(id))
    const taken = rounds.flat().sort((a, b) => a - b)
    expect(taken).toEqual(ids)
    const { most } = await app.context.database.one<{ most: number }>(sql`
      select max(count)::int as most from (
        select count(*) from sms.message where status = 'sending' group by number_id) loads`)
    expect(most).toBe(3)
  })

  test('lets accounts take turns', async () => {
    const [busy, calm, late] = [await smsAccount(app), await smsAccount(app), await smsAccount(app)]
    const pool = await simulatorNumber(app)
    const many = await sendMany(busy, 6)
    const few = await sendMany(calm, 2)
    const [last] = await sendMany(late, 1)
    const order: number[] = []
    for (let round = 0; round < 9; round++) {
      const ids = await claim(pool.id, 1)
      order.push(...ids)
      await report(ids.map((id) => sent(id, pool.id)))
    }
    expect(order).toEqual([many[0], few[0], last, many[1], few[1], ...many.slice(2)])
  })

  test('of three takes one message of each account', async () => {
    const [busy, calm, late] = [await smsAccount(app), await smsAccount(app), await smsAccount(app)]
    const pool = await simulatorNumber(app)
    const many = await sendMany(busy, 3)
    const [one] = await sendMany(calm, 1)
    const [other] = await sendMany(late, 1)
    expect(await claim(pool.id)).toEqual([many[0], one, other])
  })

  test('leaves a recipient to the online pool number that last wrote to them for the account', async () => {
    const [account, stranger] = [await smsAccount(app), await smsAccount(app)]
    const [first, second] = [await simulatorNumber(app), await simulatorNumber(app)]
    const to = newPhone()
    const known = await sendOne(account, to)
    expect(await claim(first.id)).toEqual([known])
    await report([sent(known, first.id)])
    const next = await sendOne(account, to)
    const foreign = await sendOne(stranger, to)
    expect(await claim(second.id)).toEqual([foreign])
    await putOnline(app.context, first.id, false)
    expect(await claim(second.id)).toEqual([next])
  })

  test('follows a recipient who answered over another number', async () => {
    const account = await smsAccount(app)
    const [first, second] = [await simulatorNumber(app), await simulatorNumber(app)]
    const to = newPhone()
    await sendOne(account, to, { from: second.id })
    await sendOne(account, to, { from: first.id })
    for (const { id } of [second, first]) {
      await report((await claim(id)).map((messageId) => sent(messageId, id)))
      app.clock.advance(1000)
    }
    await simulateInbound(app.context, { numberId: second.id, from: to, body: 'hi' })
    const answer = await sendOne(account, to)
    expect([await claim(first.id), await claim(second.id)]).toEqual([[], [answer]])
  })

  test('by a dedicated number takes only what names it, and nothing that a former account left', async () => {
    const [one, two] = [await smsAccount(app), await smsAccount(app)]
    const pool = await simulatorNumber(app, { online: false })
    const own = await simulatorNumber(app, { tenant: one.tenant })
    const unnamed = await sendOne(one)
    const mine = await sendOne(one, newPhone(), { from: own.id })
    const left = await sendOne(one, newPhone(), { from: own.id })
    expect(await claim(own.id, 1)).toEqual([mine])
    await assignNumber(app.context, own.id, { workspaceId: two.tenant.workspaceId })
    expect(await claim(own.id)).toEqual([])
    expect((await stateOf(one, left)).error?.code).toBe('no_number')
    await putOnline(app.context, pool.id, true)
    expect(await claim(pool.id)).toEqual([unnamed])
  })

  test('looks past accounts whose messages are all for other numbers', async () => {
    const [held, free] = [await smsAccount(app), await smsAccount(app)]
    const [first, second] = [await simulatorNumber(app), await simulatorNumber(app)]
    const to = newPhone()
    const known = await sendOne(held, to)
    await claim(first.id)
    await report([sent(known, first.id)])
    for (let count = 0; count < 30; count++) await sendOne(held, to)
    const wanted = await sendOne(free)
    expect(await claim(second.id)).toEqual([wanted])
  })
})

describe('a claim, while a workspace is being deleted,', () => {
  const mark = ({ tenant: { workspaceId } }: Account) =>
    inForce(app.context, (tx) => markWorkspace(tx, workspaceId))
  const unmark = ({ tenant: { workspaceId } }: Account) =>
    inForce(app.context, (tx) => unmarkWorkspace(tx, workspaceId))

  test('leaves its texts queued, on the pool and on its own number, until it is brought back', async () => {
    const [hidden, other] = [await smsAccount(app), await smsAccount(app)]
    const pool = await simulatorNumber(app)
    const own = await simulatorNumber(app, { tenant: hidden.tenant })
    const [one, two] = [await sendOne(hidden), await sendOne(hidden, newPhone(), { from: own.id })]
    const foreign = await sendOne(other)
    await mark(hidden)
    expect([await claim(pool.id), await claim(own.id)]).toEqual([[foreign], []])
    await unmark(hidden)
    expect([await claim(pool.id), await claim(own.id)]).toEqual([[one], [two]])
  })

  test('does not try its texts again that a phone was too busy for', async () => {
    const hidden = await smsAccount(app)
    const pool = await simulatorNumber(app)
    const id = await sendOne(hidden)
    await claim(pool.id)
    await app.context.database.run(sql`
      insert into sms.retry (message_id, number_id, attempts, due_at) values (${id}, ${pool.id}, 1, ${at()})`)
    await mark(hidden)
    expect(await claim(pool.id)).toEqual([])
    await unmark(hidden)
    expect(await claim(pool.id)).toEqual([id])
  })

  test('passes more of them than accounts that it considers', async () => {
    const hidden = await Promise.all(Array.from({ length: 55 }, () => smsAccount(app)))
    const pool = await simulatorNumber(app)
    for (const account of hidden) {
      await sendOne(account)
      await mark(account)
    }
    const last = await sendOne(await smsAccount(app))
    expect(await claim(pool.id)).toEqual([last])
  })
})

describe('a report', () => {
  const taken = async () => {
    const account = await smsAccount(app)
    const pool = await simulatorNumber(app)
    const id = await sendOne(account)
    await claim(pool.id)
    return { account, pool, id }
  }

  test('moves a message on, once', async () => {
    const { account, pool, id } = await taken()
    expect(await report([sent(id, pool.id)])).toBe(1)
    app.clock.advance(1000)
    expect(await report([sent(id, pool.id)])).toBe(0)
    expect(await report([{ ...sent(id, pool.id), status: 'delivered' }])).toBe(1)
    const message = await stateOf(account, id)
    expect([message.status, message.error]).toEqual(['delivered', null])
    expect(Date.parse(message.delivered_at ?? '') - Date.parse(message.sent_at ?? '')).toBe(1000)
    const late: Report = { ...sent(id, pool.id), status: 'failed', error: { code: 'x', message: 'y' } }
    expect(await report([late])).toBe(0)
    expect(await stateOf(account, id)).toEqual(message)
  })

  test('of delivery that comes first also says when the message was sent', async () => {
    const { account, pool, id } = await taken()
    await report([{ ...sent(id, pool.id), status: 'delivered' }])
    const { sent_at: sentAt, delivered_at: deliveredAt } = await stateOf(account, id)
    expect([sentAt, deliveredAt]).toEqual([at().toISOString(), at().toISOString()])
  })

  test('of a failure says why', async () => {
    const { account, pool, id } = await taken()
    const error = { code: 'no_route', message: 'The carrier has no route to this number.' }
    await report([{ ...sent(id, pool.id), status: 'failed', error }])
    const message = await stateOf(account, id)
    expect([message.status, message.error, 'delivered_at' in message]).toEqual(['failed', error, false])
  })

  test('by another number, or about a message that was not claimed, changes nothing', async () => {
    const { account, pool, id } = await taken()
    const waiting = await sendOne(account)
    expect(await report([sent(id, pool.id + 1), sent(waiting, pool.id)])).toBe(0)
    expect((await stateOf(account, id)).status).toBe('sending')
    expect((await stateOf(account, waiting)).status).toBe('queued')
  })
})

describe('time to live', () => {
  const sweep = (countMax = 100): Promise<number> =>
    app.context.database.transaction((tx) => expireQueued(tx, at(), countMax))

  test('expires what is still queued when it is over, and nothing that a phone has', async () => {
    const account = await smsAccount(app)
    const pool = await simulatorNumber(app)
    const [taken, waiting] = [
      await sendOne(account, newPhone(), { ttl: 60 }),
      await sendOne(account, newPhone(), { ttl: 60 }),
    ]
    const patient = await sendOne(account)
    await claim(pool.id, 1)
    app.clock.advance(59_999)
    expect(await sweep()).toBe(0)
    app.clock.advance(1)
    expect(await sweep()).toBe(1)
    const states = await Promise.all([taken, waiting, patient].map((id) => stateOf(account, id)))
    expect(states.map(({ status }) => status)).toEqual(['sending', 'expired', 'queued'])
  })

  test('is right after the clock has jumped by days, batch by batch', async () => {
    const account = await smsAccount(app)
    await simulatorNumber(app, { online: false })
    await sendMany(account, 5)
    app.clock.advance(8 * 24 * 3600 * 1000)
    expect([await sweep(3), await sweep(3), await sweep(3)]).toEqual([3, 2, 0])
  })

  test('refunds metered charges, but not the allowance', async () => {
    const plan = { smsDaily: 1, payg: true, capMicros: 20_000, priceMicros: 10_000 }
    const account = await smsAccount(app, { plan })
    await simulatorNumber(app, { online: false })
    expect(await sendMany(account, 3)).toHaveLength(3)
    expect((await account.send({ to: newPhone(), body: 'x' })).status).toBe(402)
    app.clock.advance(86_400_000)
    expect(await sweep()).toBe(3)
    // A new day: one within the allowance, two metered again.
    expect(await sendMany(account, 4)).toHaveLength(3)
  })
})

test('the queue holds exactly what is queued', async () => {
  const { wrong } = await app.context.database.one<{ wrong: number }>(sql`
    select count(*)::int as wrong
      from sms.message m
      full join sms.queue q on q.message_id = m.id
     where (m.status = 'queued') <> (q.message_id is not null)`)
  expect(wrong).toBe(0)
})
