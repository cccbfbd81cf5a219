import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type TestApp, testApp } from '../../../test/harness.ts'
import { newPhone, simulatorNumber, smsAccount, type TestNumber } from '../../../test/sms-account.ts'
import { removeNumber } from '../inventory/change-number.ts'
import { listAllNumbers } from '../number/operator-numbers.ts'
import { setSimulator } from '../carrier/simulator/operate-simulator.ts'
import { simulate } from '../../../test/simulate.ts'
import { claimForCarrier, claimMessages } from './claim-messages.ts'
import { handoffsOf } from './history-store.ts'
import type { Report } from './model.ts'
import { runSmsJob } from '../../../test/sms-jobs.ts'
import { reportProgress } from './report-progress.ts'

let app: TestApp
let number: TestNumber
let account: Awaited<ReturnType<typeof smsAccount>>
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  for (const { id } of (await listAllNumbers(app.context)).numbers) await removeNumber(app.context, id)
  account = await smsAccount(app)
  number = await simulatorNumber(app, { pace: { outstandingMax: 1 } })
})

const sendOne = async (more: object = {}): Promise<number> =>
  (await account.send({ to: newPhone(), body: 'x', ...more })).body.messages[0]?.id ?? 0

const report = (reports: readonly Report[]): Promise<number> =>
  app.context.database.transaction((tx) => reportProgress(tx, reports))

const busy = { code: 'busy', message: 'The radio is busy.' }
const failedFor = (messageId: number, failedAttempt: number): Report => ({
  messageId,
  numberId: number.id,
  status: 'failed',
  at: app.clock.now(),
  error: busy,
  failedAttempt,
})

const stateOf = async (id: number) => (await account.message(id)).body.message
const claim = async () =>
  (await claimMessages(app.context, number.id)).map(({ id, attempt }) => [id, attempt])
const historyOf = async (id: number) => (await handoffsOf(app.context.database, id)).map(({ what }) => what)

describe('an attempt that failed for the moment', () => {
  test('is made again by the same number after a pause, three times in all', async () => {
    const id = await sendOne()
    expect(await claim()).toEqual([[id, 1]])
    await report([failedFor(id, 1)])
    expect((await stateOf(id)).status).toBe('sending')
    app.clock.advance(29_999)
    expect(await claim()).toEqual([])
    app.clock.advance(1)
    expect(await claim()).toEqual([[id, 2]])
    await report([failedFor(id, 2)])
    app.clock.advance(120_000)
    const claimed = await app.context.database.transaction((tx) =>
      claimForCarrier(tx, app.context, 'simulator'),
    )
    expect(claimed.map((taken) => taken.attempt)).toEqual([3])
    await report([failedFor(id, 3)])
    const { status, error } = await stateOf(id)
    expect([status, error]).toEqual(['failed', busy])
    expect(await historyOf(id)).toEqual(['handed', 'delayed', 'handed', 'delayed', 'handed', 'failed'])
  })

  test('counts once however often it is reported, and not against a later one', async () => {
    const id = await sendOne()
    await claim()
    await report([failedFor(id, 1)])
    await report([failedFor(id, 1)])
    app.clock.advance(30_000)
    expect(await claim()).toEqual([[id, 2]])
    await report([failedFor(id, 1)])
    expect(await report([{ messageId: id, numberId: number.id, status: 'sent', at: app.clock.now() }])).toBe(
      1,
    )
    expect(await historyOf(id)).toEqual(['handed', 'delayed', 'handed', 'sent'])
  })

  test('leaves room for others while it waits', async () => {
    const [first, second] = [await sendOne(), await sendOne()]
    expect(await claim()).toEqual([[first, 1]])
    await report([failedFor(first, 1)])
    expect(await claim()).toEqual([[second, 1]])
    app.clock.advance(30_000)
    expect(await claim()).toEqual([])
    await report([{ messageId: second, numberId: number.id, status: 'sent', at: app.clock.now() }])
    expect(await claim()).toEqual([[first, 2]])
  })

  test('is the last when the message would expire before the next one', async () => {
    const id = await sendOne({ ttl: 60 })
    await claim()
    app.clock.advance(31_000)
    await report([failedFor(id, 1)])
    expect((await stateOf(id)).status).toBe('failed')
  })

  test('comes from a simulated phone that is set to be busy', async () => {
    const simulated = await simulatorNumber(app, { tenant: account.tenant })
    await setSimulator(app.context, { numberId: simulated.id, busyRate: 1 })
    const id = await sendOne({ from: simulated.id })
    const untilIdle = async () => {
      while ((await simulate(app.context)) === 0);
    }
    await untilIdle()
    await setSimulator(app.context, { numberId: simulated.id, busyRate: 0 })
    app.clock.advance(30_000)
    await untilIdle()
    expect((await stateOf(id)).status).toBe('delivered')
    expect(await historyOf(id)).toEqual(['handed', 'delayed', 'handed', 'sent', 'delivered'])
  })
})

test('the history of a message is kept for three months', async () => {
  const id = await sendOne()
  await claim()
  const purge = () => runSmsJob(app, 'purge-sms-handoffs')
  app.clock.advance(89 * 86_400_000)
  await purge()
  expect(await historyOf(id)).toEqual(['handed'])
  app.clock.advance(2 * 86_400_000)
  await purge()
  expect(await historyOf(id)).toEqual([])
})
