import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type TestApp, testApp } from '../../../../test/harness.ts'
import { sql } from '../../../platform/database/sql.ts'
import { OperatorError } from '../../../platform/operator-error.ts'
import type { Message } from '../../message/model.ts'
import { putOnline, removeNumber } from '../../inventory/change-number.ts'
import { listAllNumbers } from '../../number/operator-numbers.ts'
import { purgeMessages } from '../../message/purge-messages.ts'
import { claimMessages } from '../../queue/claim-messages.ts'
import { newPhone, simulatorNumber, smsAccount, type TestNumber } from '../../../../test/sms-account.ts'
import { listOutbox, setSimulator, simulateInbound } from './operate-simulator.ts'
import { startLoops } from '../../../platform/jobs/loop.ts'
import { confirmTexts, handOverTexts } from './loops.ts'
import { simulate } from '../../../../test/simulate.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

/** Runs until nothing is due at this moment of the test's clock. */
const untilIdle = async (): Promise<void> => {
  for (let passes = 0; passes < 100; passes++) if ((await simulate(app.context)) > 0) return
  throw new Error('The simulator keeps finding something due.')
}

const account = () => smsAccount(app, { plan: { smsDaily: 10_000 } })
type Account = Awaited<ReturnType<typeof account>>

async function sendFrom({ send }: Account, number: TestNumber, count = 1): Promise<Message[]> {
  const to = Array.from({ length: count }, newPhone)
  return (await send({ to, body: 'hello', from: number.id })).body.messages
}

const statusesOf = ({ message }: Account, messages: readonly Message[]) =>
  Promise.all(messages.map(async ({ id }) => (await message(id)).body.message.status))

describe('a virtual phone', () => {
  test('sends at once and confirms after its delay', async () => {
    const me = await account()
    const number = await simulatorNumber(app, { tenant: me.tenant, deliverMs: 1500 })
    const messages = await sendFrom(me, number)
    await untilIdle()
    expect(await statusesOf(me, messages)).toEqual(['sent'])
    app.clock.advance(1499)
    await untilIdle()
    expect(await statusesOf(me, messages)).toEqual(['sent'])
    app.clock.advance(1)
    await untilIdle()
    expect(await statusesOf(me, messages)).toEqual(['delivered'])
  })

  test('gets the exact text once, oldest first', async () => {
    const me = await account()
    const number = await simulatorNumber(app, { tenant: me.tenant })
    const messages = await sendFrom(me, number, 25)
    await untilIdle()
    const { messages: outbox } = await listOutbox(app.context, { numberId: number.id })
    expect(outbox).toEqual(
      messages.map(({ id, phone }) => ({
        id,
        to: phone,
        body: 'hello',
        status: 'delivered',
        at: app.clock.now().toISOString(),
      })),
    )
  })

  test('fails as often as it is set to, and says that it was simulated', async () => {
    const me = await account()
    const number = await simulatorNumber(app, { tenant: me.tenant })
    await setSimulator(app.context, { numberId: number.id, failRate: 1 })
    const [message] = await sendFrom(me, number)
    await untilIdle()
    const failed = (await me.message(message?.id ?? 0)).body.message
    expect([failed.status, failed.error?.code]).toEqual(['failed', 'simulated_failure'])
  })

  test('that holds takes texts as sent and confirms them when it no longer holds', async () => {
    const me = await account()
    const number = await simulatorNumber(app, { tenant: me.tenant })
    await setSimulator(app.context, { numberId: number.id, hold: true })
    const messages = await sendFrom(me, number)
    await untilIdle()
    app.clock.advance(3_600_000)
    await untilIdle()
    expect(await statusesOf(me, messages)).toEqual(['sent'])
    await setSimulator(app.context, { numberId: number.id, hold: false })
    await untilIdle()
    expect(await statusesOf(me, messages)).toEqual(['delivered'])
  })

  test('that is offline takes nothing', async () => {
    const me = await account()
    const number = await simulatorNumber(app, { tenant: me.tenant, online: false })
    const messages = await sendFrom(me, number)
    await untilIdle()
    expect(await statusesOf(me, messages)).toEqual(['queued'])
    await putOnline(app.context, number.id, true)
    await untilIdle()
    expect(await statusesOf(me, messages)).toEqual(['delivered'])
  })

  test('comes back from an offline spell by itself, unless the operator decides before', async () => {
    const me = await account()
    const number = await simulatorNumber(app, { tenant: me.tenant })
    const spell = { numberId: number.id, offlineMs: 60_000 }
    const offlineUntil = new Date(app.clock.now().getTime() + 60_000).toISOString()
    expect(await setSimulator(app.context, spell)).toMatchObject({ offline_until: offlineUntil })
    const messages = await sendFrom(me, number)
    app.clock.advance(59_999)
    await untilIdle()
    expect(await statusesOf(me, messages)).toEqual(['queued'])
    app.clock.advance(1)
    await untilIdle()
    expect(await statusesOf(me, messages)).toEqual(['delivered'])
    await setSimulator(app.context, spell)
    await putOnline(app.context, number.id, false)
    app.clock.advance(60_000)
    const late = await sendFrom(me, number)
    await untilIdle()
    expect(await statusesOf(me, late)).toEqual(['queued'])
  })

  test('comes back early from an offline spell, but not if the operator took it offline', async () => {
    const me = await account()
    const number = await simulatorNumber(app, { tenant: me.tenant })
    const set = (offlineMs: number) => setSimulator(app.context, { numberId: number.id, offlineMs })
    await set(60_000)
    const messages = await sendFrom(me, number)
    await untilIdle()
    expect(await set(0)).not.toHaveProperty('offline_until')
    await untilIdle()
    expect(await statusesOf(me, messages)).toEqual(['delivered'])
    await putOnline(app.context, number.id, false)
    await set(0)
    const late = await sendFrom(me, number)
    await untilIdle()
    expect(await statusesOf(me, late)).toEqual(['queued'])
  })

  test('continues after a crash with what was claimed and not put into the phone', async () => {
    const me = await account()
    const number = await simulatorNumber(app, { tenant: me.tenant })
    const messages = await sendFrom(me, number, 2)
    await claimMessages(app.context, number.id)
    // The number is gone by the time the process is back: its messages are finished all the same.
    await removeNumber(app.context, number.id)
    await untilIdle()
    expect(await statusesOf(me, messages)).toEqual(['delivered', 'delivered'])
    expect((await listOutbox(app.context, { numberId: number.id })).messages).toHaveLength(2)
  })

  test('takes a message and has its text in one step, or neither', async () => {
    const me = await account()
    const number = await simulatorNumber(app, { tenant: me.tenant })
    const messages = await sendFrom(me, number, 2)
    const fraction = () => {
      throw new Error('The dice are gone.')
    }
    await expect(simulate({ ...app.context, random: { ...app.context.random, fraction } })).rejects.toThrow(
      'dice',
    )
    expect(await statusesOf(me, messages)).toEqual(['queued', 'queued'])
    await untilIdle()
    expect(await statusesOf(me, messages)).toEqual(['delivered', 'delivered'])
  })

  test('forgets texts whose messages are deleted', async () => {
    const me = await account()
    const number = await simulatorNumber(app, { tenant: me.tenant })
    await sendFrom(me, number, 3)
    await untilIdle()
    app.clock.advance(86_400_001)
    const context = { ...app.context, settings: { ...app.context.settings, messageDays: 1 } }
    await purgeMessages.run({}, context)
    const left = sql`select message_id from sms.simulated_text where number_id = ${number.id}`
    expect(await app.context.database.rows(left)).toEqual([])
  })

  test('is worked by several processes without a duplicate', async () => {
    const me = await account()
    const numbers = [
      await simulatorNumber(app, { tenant: me.tenant }),
      await simulatorNumber(app, { tenant: me.tenant }),
    ]
    const messages: Message[] = []
    for (const number of numbers) messages.push(...(await sendFrom(me, number, 40)))
    await Promise.all(Array.from({ length: 4 }, untilIdle))
    await untilIdle()
    expect(new Set(await statusesOf(me, messages))).toEqual(new Set(['delivered']))
    const outboxes = await Promise.all(numbers.map(({ id }) => listOutbox(app.context, { numberId: id })))
    const handed = outboxes.flatMap(({ messages: texts }) => texts.map(({ id }) => id))
    expect(handed.sort((a, b) => a - b)).toEqual(messages.map(({ id }) => id))
  })

  test('of the pool shares the work with the others', async () => {
    const me = await account()
    const pool = [await simulatorNumber(app), await simulatorNumber(app), await simulatorNumber(app)]
    for (let count = 0; count < 6; count++) {
      await me.send({ to: newPhone(), body: 'x' })
      await untilIdle()
      app.clock.advance(1000)
    }
    const outboxes = await Promise.all(pool.map(({ id }) => listOutbox(app.context, { numberId: id })))
    expect(outboxes.map(({ messages }) => messages.length)).toEqual([2, 2, 2])
    for (const { id } of pool) await removeNumber(app.context, id)
  })

  test('refuses senseless settings', async () => {
    const { id: numberId } = await simulatorNumber(app)
    for (const wrong of [
      { deliverMs: -1 },
      { deliverMs: 1.5 },
      { failRate: 1.1 },
      { failRate: Number.NaN },
      { busyRate: 2 },
      { offlineMs: -1 },
    ]) {
      await expect(setSimulator(app.context, { numberId, ...wrong })).rejects.toThrow(OperatorError)
    }
    await expect(setSimulator(app.context, { numberId: 987_654 })).rejects.toThrow('not a simulator number')
    await expect(listOutbox(app.context, { numberId: 987_654 })).rejects.toThrow('not a simulator number')
    const set = await setSimulator(app.context, { numberId, failRate: 0.25 })
    expect(set).toEqual({ id: numberId, deliver_ms: 0, fail_rate: 0.25, hold: false })
    await removeNumber(app.context, numberId)
  })
})

describe('an inbound text', () => {
  test('on a dedicated number belongs to its account', async () => {
    const me = await account()
    const number = await simulatorNumber(app, { tenant: me.tenant })
    const from = newPhone()
    const { id } = await simulateInbound(app.context, { numberId: number.id, from, body: 'Grüße 👋' })
    const { message } = (await me.message(id)).body
    expect(message).toEqual({
      id,
      direction: 'in',
      phone: from,
      status: 'received',
      segments: 1,
      body: 'Grüße 👋',
      client_ref: null,
      number_id: number.id,
      number: number.number,
      group_id: null,
      error: null,
      created_at: app.clock.now().toISOString(),
      expires_at: null,
      sent_at: null,
    })
  })

  test('on a pool number belongs to the account that last wrote to that phone from it', async () => {
    const [one, two] = [await account(), await account()]
    const [pool, other] = [await simulatorNumber(app), await simulatorNumber(app)]
    const from = newPhone()
    const answer = () => simulateInbound(app.context, { numberId: pool.id, from, body: 'answer' })
    expect(await answer()).toMatchObject({ unrouted: true })
    for (const [sender, number] of [
      [one, pool],
      [two, pool],
      [one, other],
    ] as const) {
      await sender.send({ to: from, body: 'x', from: number.id })
      await untilIdle()
      app.clock.advance(1000)
    }
    const { id } = await answer()
    expect([(await two.message(id)).status, (await one.message(id)).status]).toEqual([200, 404])
    await one.send({ to: from, body: 'x', from: pool.id })
    expect((await two.message((await answer()).id)).status).toBe(200)
    await untilIdle()
    expect((await one.message((await answer()).id)).status).toBe(200)
    const { count } = await app.context.database.one<{ count: number }>(
      sql`select count(*)::int as count from sms.unrouted where number_id = ${pool.id} and phone = ${from}`,
    )
    expect(count).toBe(1)
  })

  test('needs a live simulator number, a valid sender and a text', async () => {
    const { id: numberId } = await simulatorNumber(app)
    const from = newPhone()
    for (const wrong of [{ from: '123' }, { body: '' }, { numberId: 987_654 }]) {
      const options = { numberId, from, body: 'x', ...wrong }
      await expect(simulateInbound(app.context, options)).rejects.toThrow(OperatorError)
    }
  })
})

test('the running simulator is woken by a send, by an operator who lets held texts go, and stops', async () => {
  const { numbers } = await listAllNumbers(app.context)
  for (const { id } of numbers) await removeNumber(app.context, id)
  const me = await account()
  const number = await simulatorNumber(app, { tenant: me.tenant })
  await setSimulator(app.context, { numberId: number.id, hold: true })
  const simulator = startLoops({ loops: [handOverTexts, confirmTexts], context: app.context })
  try {
    const messages = await sendFrom(me, number, 10)
    const all = (status: string) =>
      expect.poll(() => statusesOf(me, messages), { interval: 20 }).toEqual(Array(10).fill(status))
    await all('sent')
    await setSimulator(app.context, { numberId: number.id, hold: false })
    await all('delivered')
  } finally {
    await simulator.stop()
  }
  const late = await sendFrom(me, number)
  // Long enough for one that still runs: it had the ten in less.
  await pause(500)
  expect(await statusesOf(me, late)).toEqual(['queued'])
})
