import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type TestApp, testApp } from '../../../test/harness.ts'
import { newPhone, simulatorNumber, smsAccount } from '../../../test/sms-account.ts'
import { until } from '../../../test/until.ts'
import { sql } from '../../platform/database/sql.ts'
import { lockAccount } from '../account/store.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
  await simulatorNumber(app, { online: false })
})
afterAll(() => app.close())

type Account = Awaited<ReturnType<typeof smsAccount>>
type Answer = Awaited<ReturnType<Account['send']>>

/**
 * The answers to sends that came while the account was locked, so that all but the first share a transaction. An account
 * sends one text before, so that its key and its row are known.
 */
async function sentTogether(
  account: Account,
  sends: readonly (() => Promise<Answer>)[],
  whileLocked = async (): Promise<void> => undefined,
): Promise<Answer[]> {
  const { database } = app.context
  let answers: Promise<Answer[]> | undefined
  await database.transaction(async (tx) => {
    await lockAccount(tx, account.tenant.workspaceId)
    answers = Promise.all(sends.map((send) => send()))
    await until(async () => {
      const { waits } = await database.one<{ waits: boolean }>(sql`
        select exists (
          select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
        ) as waits`)
      return waits
    })
    await whileLocked()
  })
  return (await answers) ?? []
}

/** How many transactions wrote the messages of the account. */
async function transactionsOf({ tenant }: Account): Promise<number> {
  const { count } = await app.context.database.one<{ count: number }>(sql`
    select count(distinct xmin::text)::int as count from sms.message where workspace_id = ${tenant.workspaceId}`)
  return count
}

const statuses = (answers: readonly Answer[]) => answers.map(({ status, body }) => body.error?.code ?? status)
const idsOf = (answers: readonly Answer[]) =>
  answers.flatMap(({ body }) => (body.error ? [] : body.messages.map(({ id }) => id)))

const freshAccount = async (plan: object = {}): Promise<Account> => {
  const account = await smsAccount(app, { plan })
  await account.send({ to: newPhone(), body: 'before' })
  return account
}

describe('sends of one account that come at once', () => {
  test('share a transaction, keep their order, and never exceed the allowance', async () => {
    const account = await freshAccount({ smsDaily: 21 })
    const answers = await sentTogether(
      account,
      Array.from({ length: 32 }, () => () => account.send({ to: newPhone(), body: 'x' })),
    )
    expect(statuses(answers)).toEqual([
      ...Array<number>(20).fill(202),
      ...Array<string>(12).fill('daily_limit_reached'),
    ])
    const ids = idsOf(answers)
    expect(ids).toEqual(ids.toSorted((a, b) => a - b))
    const { body } = await account.list('since_id=0')
    expect(body.messages.slice(1).map(({ id }) => id)).toEqual(ids)
    expect(await transactionsOf(account)).toBeLessThanOrEqual(4)
  })

  test('have each its own recipients, its own number and its own refusal', async () => {
    const account = await freshAccount({ smsDaily: 6 })
    const own = await simulatorNumber(app, { tenant: account.tenant, online: false })
    const foreign = await simulatorNumber(app, { tenant: (await freshAccount()).tenant, online: false })
    const [a, b, c, d, e, f] = Array.from({ length: 6 }, newPhone)
    const answers = await sentTogether(account, [
      () => account.send({ to: [a, b], body: 'one', client_ref: 'first' }),
      () => account.send({ to: c, body: 'two', from: foreign.id }),
      () => account.send({ to: c, body: 'three', from: own.number }),
      () => account.send({ to: c, body: 'four', from: 'nobody' }),
      () => account.send({ to: [d, e, f], body: 'five', from: own.id, ttl: 60 }),
      () => account.send({ to: c, body: 'six' }),
    ])
    expect(statuses(answers)).toEqual([202, 'no_number', 202, 'invalid_number', 202, 'daily_limit_reached'])
    expect(answers.map(({ body }) => body.rejected ?? 0)).toEqual([0, 0, 0, 0, 1, 0])
    const accepted = answers.filter(({ status }) => status === 202)
    for (const { body } of accepted) {
      for (const message of body.messages)
        expect((await account.message(message.id)).body.message).toEqual(message)
    }
    expect(accepted.flatMap(({ body }) => body.messages).map(({ phone, number }) => [phone, number])).toEqual(
      [
        [a, null],
        [b, null],
        [c, own.number],
        [d, own.number],
        [e, own.number],
      ],
    )
  })

  test('with one key send once; of one that was refused the next is tried', async () => {
    const account = await freshAccount()
    const [to, other] = [newPhone(), newPhone()]
    const send = (key: string, more: object) => () =>
      account.send({ to, body: 'x', idempotency_key: key, ...more })
    const answers = await sentTogether(account, [
      send('same', {}),
      send('refused', { from: 'nobody' }),
      send('same', { to: [to, other], body: 'y' }),
      send('refused', { to: other }),
      send('refused', { to: [to, other] }),
      send('same', { from: 'nobody' }),
    ])
    expect(statuses(answers)).toEqual([202, 'invalid_number', 202, 202, 202, 202])
    const [first, , same, tried, again, last] = answers.map(({ body }) => body)
    expect([same, last]).toEqual([first, first])
    expect(again).toEqual(tried)
    expect(tried?.messages.map(({ phone }) => phone)).toEqual([other])
  })

  test('do not fail with one that the database refuses', async () => {
    const account = await freshAccount()
    const { database } = app.context
    await database.run(sql`
      alter table sms.message add constraint message_not_poisoned check (body <> 'poison')`)
    const answers = await sentTogether(
      account,
      ['one', 'two', 'poison', 'three', 'four'].map((body) => () => account.send({ to: newPhone(), body })),
    )
    await database.run(sql`alter table sms.message drop constraint message_not_poisoned`)
    expect(statuses(answers)).toEqual([202, 202, 'internal_error', 202, 202])
    expect(app.takeErrors()).toHaveLength(1)
    const { body } = await account.list('since_id=0')
    expect(body.messages.map((message) => message.body)).toEqual(['before', 'one', 'two', 'three', 'four'])
  })

  test('wait for no other account, and none waits for them', async () => {
    const [held, free] = [await freshAccount(), await freshAccount()]
    const send = (account: Account) => () => account.send({ to: newPhone(), body: 'x' })
    const answers = await sentTogether(held, [send(held), send(held)], async () => {
      expect((await send(free)()).status).toBe(202)
      expect(await transactionsOf(held)).toBe(1)
    })
    expect(statuses(answers)).toEqual([202, 202])
  })
})
