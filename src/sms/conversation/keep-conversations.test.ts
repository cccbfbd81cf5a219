import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testApp, type TestApp } from '../../../test/harness.ts'
import { newPhone, simulatorNumber, smsAccount } from '../../../test/sms-account.ts'
import { sql } from '../../platform/database/sql.ts'
import { simulateInbound } from '../carrier/simulator/operate-simulator.ts'
import { deleteMessages } from '../message/purge-store.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

interface Kept {
  readonly phone: string
  readonly last: number
  readonly lastIn: number | null
  readonly at: Date | null
}

async function account() {
  const { tenant, send, ...others } = await smsAccount(app, { plan: { smsDaily: 100_000 } })
  const number = await simulatorNumber(app, { tenant, online: false })
  const { workspaceId } = tenant
  const { database, context } = { database: app.context.database, context: app.context }
  return {
    workspaceId,
    tenant,
    ...others,
    send: async (...to: readonly string[]): Promise<readonly number[]> => {
      const { status, body } = await send({ to, body: 'x', from: number.id })
      if (status !== 202) throw new Error(`${status}`)
      return body.messages.map(({ id }) => id)
    },
    receive: async (from: string) =>
      (await simulateInbound(context, { numberId: number.id, from, body: 'x' })).id,
    kept: () =>
      database.rows<Kept>(sql`
        select phone, last_id as last, last_in_id as "lastIn", last_in_at as at from sms.conversation
         where workspace_id = ${workspaceId} order by last_id`),
    /** What the messages say. */
    told: () =>
      database.rows<Kept>(sql`
        select phone, max(id) as last, max(id) filter (where direction = 'in') as "lastIn",
               max(created_at) filter (where direction = 'in') as at
          from sms.message where workspace_id = ${workspaceId} group by phone order by 2`),
    mark: (phone: string) =>
      database.run(sql`
        insert into sms.read_mark (workspace_id, phone, user_id, message_id) values (${workspaceId}, ${phone}, 1, 1)`),
    marked: async () =>
      (
        await database.rows<{ phone: string }>(sql`
          select phone from sms.read_mark where workspace_id = ${workspaceId} order by phone`)
      ).map(({ phone }) => phone),
  }
}

const purge = (afterId = 0, countMax = 1_000_000) =>
  deleteMessages(app.context.database, app.clock.now(), { afterId, countMax })

describe('a conversation', () => {
  test('has the newest message of forty sends and texts that come at once', async () => {
    const { send, receive, kept, told } = await account()
    const phones = Array.from({ length: 8 }, newPhone)
    const [one = ''] = phones
    await Promise.all([
      ...Array.from({ length: 15 }, () => send(one)),
      ...Array.from({ length: 10 }, () => send(...phones)),
      ...Array.from({ length: 10 }, () => send(...phones.toReversed())),
      ...phones.map((phone) => receive(phone)),
    ])
    const now = await kept()
    expect(now).toHaveLength(8)
    expect(now).toEqual(await told())
  })

  test('is there when the message is, and not when the send is refused', async () => {
    const { tenant, send, kept } = await account()
    const phone = newPhone()
    await expect(send('+1')).rejects.toThrow('400')
    expect(await kept()).toEqual([])
    const [id] = await send(phone)
    expect(await kept()).toEqual([{ phone, last: id, lastIn: null, at: null }])
    expect(tenant.workspaceId).toBeGreaterThan(0)
  })

  test('keeps the latest time of a text when an older one comes late', async () => {
    const { workspaceId, receive, kept } = await account()
    const phone = newPhone()
    await receive(phone)
    const later = new Date(app.clock.now().getTime() + 60_000)
    await app.context.database.run(sql`
      update sms.conversation set last_in_at = ${later} where workspace_id = ${workspaceId}`)
    const id = await receive(phone)
    expect(await kept()).toEqual([{ phone, last: id, lastIn: id, at: later }])
  })
})

describe('the purge of messages', () => {
  test('ends conversations whose messages are gone, and their marks', async () => {
    const { send, receive, kept, mark, marked } = await account()
    const [gone, answered, staying] = [newPhone(), newPhone(), newPhone()]
    await receive(gone)
    await receive(answered)
    for (const phone of [gone, answered, staying]) await mark(phone)
    await app.context.database.run(sql`update sms.message set status = 'delivered', delivered_at = created_at
                                        where status = 'queued'`)
    app.clock.advance(1000)
    const [last] = await send(answered)
    const [only] = await send(staying)
    await purge()
    expect(await kept()).toEqual([
      { phone: answered, last, lastIn: null, at: null },
      { phone: staying, last: only, lastIn: null, at: null },
    ])
    expect(await marked()).toEqual([answered, staying].toSorted())
  })

  test('also deletes a mark that someone sets while it waits for the conversation', async () => {
    const { workspaceId, receive, kept, marked } = await account()
    const phone = newPhone()
    await receive(phone)
    app.clock.advance(1000)
    let purged: Promise<unknown> | undefined
    await app.context.database.transaction(async (tx) => {
      await tx.run(sql`
        select from sms.conversation where workspace_id = ${workspaceId} and phone = ${phone} for key share`)
      purged = purge()
      await expect
        .poll(() =>
          app.context.database.rows(sql`
            select from pg_stat_activity
             where datname = current_database() and wait_event_type = 'Lock' and query like '%sms.message.delete%'`),
        )
        .toHaveLength(1)
      await tx.run(sql`
        insert into sms.read_mark (workspace_id, phone, user_id, message_id) values (${workspaceId}, ${phone}, 1, 1)`)
    })
    await purged
    expect(await kept()).toEqual([])
    expect(await marked()).toEqual([])
  })

  test('leaves a conversation that ends with an unfinished message, or with an older text', async () => {
    const { workspaceId, send, receive, kept, told } = await account()
    const [waiting, answered] = [newPhone(), newPhone()]
    await receive(answered)
    const [queued] = await send(waiting)
    await receive(waiting)
    await receive(answered)
    // The newest text of this phone is older than the one before it: it came late.
    await app.context.database.run(sql`
      update sms.message set created_at = created_at + interval '1 day'
       where id = (select min(id) from sms.message where workspace_id = ${workspaceId})`)
    app.clock.advance(1000)
    await purge()
    const left = await kept()
    expect(left.map(({ phone, last, lastIn }) => [phone, last, lastIn === null])).toEqual(
      [
        [answered, (await told())[0]?.last, false],
        [waiting, queued, true],
      ].toSorted(([, a], [, b]) => Number(a) - Number(b)),
    )
    expect(left).toEqual(await told())
  })

  test('in steps leaves what the messages say after each', async () => {
    const { workspaceId, send, receive, kept, told } = await account()
    const phones = Array.from({ length: 4 }, newPhone)
    for (let round = 0; round < 3; round++)
      for (const phone of phones) await (round % 2 ? send(phone) : receive(phone))
    await app.context.database.run(sql`update sms.message set status = 'failed' where status = 'queued'`)
    app.clock.advance(1000)
    const { id: first } = await app.context.database.one<{ id: number }>(sql`
      select min(id) as id from sms.message where workspace_id = ${workspaceId}`)
    for (let after: number | null = first - 1, steps = 0; after !== null && steps < 20; steps++) {
      ;({ lastId: after } = await purge(after, 5))
      expect(await kept()).toEqual(await told())
    }
    expect(await kept()).toEqual([])
  })

  test('among sends and texts to the same phones neither loses a conversation nor fails', async () => {
    const { send, receive, kept, told } = await account()
    const phones = Array.from({ length: 6 }, newPhone)
    for (let round = 0; round < 6; round++) {
      await Promise.all(phones.map((phone) => receive(phone)))
      app.clock.advance(1000)
      await Promise.all([
        purge(),
        purge(),
        send(...phones),
        receive(phones[round] ?? ''),
        send(...phones.toReversed()),
        purge(),
      ])
      expect(await kept()).toEqual(await told())
    }
  })
})
