import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type TestApp, testApp } from '../../../test/harness.ts'
import { newPhone, simulatorNumber, smsAccount } from '../../../test/sms-account.ts'
import { setSendRate, removeNumber } from '../inventory/change-number.ts'
import { listAllNumbers } from '../number/operator-numbers.ts'
import type { SendRateChange } from '../number/send-rate.ts'
import { claimForCarrier, claimMessages } from './claim-messages.ts'
import { reportProgress } from './report-progress.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  for (const { id } of (await listAllNumbers(app.context)).numbers) await removeNumber(app.context, id)
})

const account = () => smsAccount(app, { plan: { smsDaily: 10_000 } })
type Account = Awaited<ReturnType<typeof account>>

const numberOf = async ({ tenant }: Account, pace: SendRateChange) =>
  (await simulatorNumber(app, { tenant, pace })).id

const sendMany = async ({ send }: Account, from: number, count: number, body = 'x') =>
  (await send({ to: Array.from({ length: count }, newPhone), body, from })).body.messages.map(({ id }) => id)

const claimed = async (numberId: number): Promise<number> =>
  (await claimMessages(app.context, numberId)).length

const pausedUntil = async (numberId: number) =>
  (await listAllNumbers(app.context)).numbers.find(({ id }) => id === numberId)?.paused_until

describe('a budget of a number', () => {
  test('is never exceeded, and is there again when its span has passed', async () => {
    const me = await account()
    const id = await numberOf(me, { perMinute: 5 })
    await sendMany(me, id, 12)
    expect([await claimed(id), await claimed(id)]).toEqual([5, 0])
    const until = Date.parse((await pausedUntil(id)) ?? '')
    app.clock.advance(until - app.clock.now().getTime() - 1)
    expect(await claimed(id)).toBe(0)
    app.clock.advance(1)
    expect(await claimed(id)).toBe(5)
  })

  test('is exact under parallel claims', async () => {
    const me = await account()
    const id = await numberOf(me, { perHour: 7 })
    await sendMany(me, id, 20)
    const counts = await Promise.all(
      Array.from({ length: 8 }, async (_, turn) =>
        turn % 2 === 0
          ? claimed(id)
          : (await app.context.database.transaction((tx) => claimForCarrier(tx, app.context, 'simulator')))
              .length,
      ),
    )
    expect(counts.reduce((sum, count) => sum + count)).toBe(7)
  })

  test('counts parts', async () => {
    const me = await account()
    const id = await numberOf(me, { perHalfHour: 30 })
    await sendMany(me, id, 20, 'x'.repeat(459))
    expect(await claimed(id)).toBe(10)
  })

  test('that is changed counts at once', async () => {
    const me = await account()
    const id = await numberOf(me, { perDay: 2 })
    await sendMany(me, id, 6)
    expect(await claimed(id)).toBe(2)
    await setSendRate(app.context, id, { perDay: 5 })
    expect(await claimed(id)).toBe(3)
    await setSendRate(app.context, id, { perDay: null })
    expect(await claimed(id)).toBe(1)
  })

  test('that is used up leaves a recipient to another number when the pause is long', async () => {
    const me = await account()
    const first = await simulatorNumber(app, { pace: { perMinute: 1 } })
    const second = await simulatorNumber(app, { online: true, pace: { perMinute: 100 } })
    const to = newPhone()
    await me.send({ to, body: 'x' })
    const [known] = await claimMessages(app.context, first.id)
    expect(known?.phone).toBe(to)
    await me.send({ to, body: 'x' })
    expect(await claimed(second.id)).toBe(0)
    // With a minute to live it cannot wait for the rest of the pause.
    await me.send({ to, body: 'x', ttl: 60 })
    expect(await claimed(second.id)).toBe(1)
  })
})

describe('a number that cools down', () => {
  test('takes nothing for half an hour', async () => {
    const me = await account()
    const id = await numberOf(me, { coolsDown: true, outstandingMax: 12 })
    await sendMany(me, id, 20)
    const taken = await claimMessages(app.context, id)
    const at = app.clock.now()
    const reports = taken.map(
      ({ id: messageId }) => ({ messageId, numberId: id, status: 'failed', at }) as const,
    )
    await app.context.database.transaction((tx) => reportProgress(tx, reports))
    expect(await claimed(id)).toBe(0)
    app.clock.advance(30 * 60_000)
    expect(await claimed(id)).toBe(8)
  })
})
