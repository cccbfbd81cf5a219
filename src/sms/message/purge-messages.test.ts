import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '../../../test/harness.ts'
import { newPhone, simulatorNumber, smsAccount } from '../../../test/sms-account.ts'
import { simulateInbound } from '../carrier/simulator/operate-simulator.ts'
import { claimMessages } from '../queue/claim-messages.ts'
import { expireQueued } from './end-store.ts'
import { purgeMessages } from './purge-messages.ts'
import { deleteMessages } from './purge-store.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

test('messages are deleted when they are older than the operator keeps them, unless a phone has them', async () => {
  const account = await smsAccount(app)
  const own = await simulatorNumber(app, { tenant: account.tenant })
  const waiting = await simulatorNumber(app, { tenant: account.tenant, online: false })
  const send = (from: number) => account.send({ to: newPhone(), body: 'x', from, idempotency_key: `${from}` })
  await send(waiting.id)
  await simulateInbound(app.context, { numberId: own.id, from: newPhone(), body: 'hello' })
  await send(own.id)
  expect(await claimMessages(app.context, own.id)).toHaveLength(1)

  const context = { ...app.context, settings: { ...app.context.settings, messageDays: 40 } }
  const statuses = async () =>
    (await account.list('since_id=0')).body.messages.map(({ body, status }) => [body, status])
  app.clock.advance(39 * 86_400_000)
  await app.context.database.transaction((tx) => expireQueued(tx, app.clock.now(), 10))
  await account.send({ to: newPhone(), body: 'new', from: waiting.id })
  await purgeMessages.run({}, context)
  expect(await statuses()).toEqual([
    ['x', 'expired'],
    ['hello', 'received'],
    ['x', 'sending'],
    ['new', 'queued'],
  ])
  app.clock.advance(86_400_001)
  await purgeMessages.run({}, context)
  expect(await statuses()).toEqual([
    ['x', 'sending'],
    ['new', 'queued'],
  ])
})

test('a step looks at so many of the oldest, and tells where the next goes on', async () => {
  const account = await smsAccount(app)
  const own = await simulatorNumber(app, { tenant: account.tenant })
  for (const body of ['1', '2', '3'])
    await simulateInbound(app.context, { numberId: own.id, from: newPhone(), body })
  const ids = (await account.list('since_id=0')).body.messages.map(({ id }) => id)
  const [first = 0, second = 0, third = 0] = ids
  const { database, clock } = app.context
  const later = new Date(clock.now().getTime() + 1)
  const step = (before: Date, countMax: number) =>
    deleteMessages(database, before, { afterId: first - 1, countMax })
  expect(await step(clock.now(), 2)).toEqual({ deleted: 0, lastId: null })
  expect(await step(later, 2)).toEqual({ deleted: 2, lastId: second })
  expect(await step(later, 2)).toEqual({ deleted: 1, lastId: null })
  expect(third).toBeGreaterThan(second)
  expect((await account.list('since_id=0')).body.messages).toEqual([])
})
