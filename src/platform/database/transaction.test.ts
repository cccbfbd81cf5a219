import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { testDatabase } from '../../../test/database.ts'
import type { TestDatabase } from '../../../test/database.ts'
import { defineJob } from '../jobs/job.ts'
import { enqueue } from '../jobs/enqueue.ts'
import { sendMail } from '../mail/send-mail.ts'
import { emit } from '../outbox/emit.ts'
import type { Transaction } from './database.ts'
import { sql } from './sql.ts'

let world: TestDatabase
beforeAll(async () => {
  world = await testDatabase()
  await world.database.run(sql`create table account (id int primary key, balance int not null)`)
})
afterAll(() => world.close())
beforeEach(async () => {
  await world.database.run(sql`truncate platform.event, platform.mail, account`)
  await world.database.run(sql`delete from graphile_worker._private_jobs`)
  await world.database.run(sql`insert into account values (1, 0), (2, 0)`)
})

const countSheep = defineJob({
  name: 'count-sheep',
  input: z.object({ sheep: z.number() }),
  attemptsMax: 7,
  run: async () => {},
})

const mail = {
  to: 'ada@example.com',
  subject: 'Hello',
  text: 'A link',
  html: '<p>',
  links: ['https://a.example/x'],
}

async function tell(tx: Transaction): Promise<void> {
  await emit(tx, { scopeId: 3, name: 'file.created', data: { id: 4 } })
  await enqueue(tx, countSheep, { sheep: 5 }, { runAt: new Date('2026-05-05T00:00:00Z'), key: 'night' })
  await sendMail(tx, mail, { kind: { name: 'test', perRecipientMax: 10 }, scopeId: 3, address: null })
}

/** The queue's view of its jobs, with the payload that the view leaves out. */
const jobs = () =>
  world.database.rows(sql`
    select task_identifier as name, payload, jobs.run_at, jobs.max_attempts, jobs.key
    from graphile_worker.jobs
    join graphile_worker._private_jobs as full_job using (id)
    order by task_identifier
  `)

describe('a transaction', () => {
  test('whose statements are started together fails with the first that fails, and leaves nothing', async () => {
    const { database } = world
    const add = (tx: Transaction, id: number) => tx.run(sql`insert into account values (${id}, 0)`)
    await expect(
      database.transaction((tx) => Promise.all([add(tx, 3), add(tx, 1), add(tx, 4)])),
    ).rejects.toMatchObject({ constraint: 'account_pkey' })
    await database.transaction((tx) => Promise.all([add(tx, 5), add(tx, 6)]))
    expect(await database.rows(sql`select id from account order by id`)).toEqual(
      [1, 2, 5, 6].map((id) => ({ id })),
    )
  })

  test('tells of its event, job and mail with the time of the clock', async () => {
    const now = world.clock.now()
    await world.database.transaction(tell)
    expect(await world.database.rows(sql`select * from platform.event`)).toEqual([
      {
        id: expect.any(Number),
        workspace_id: 3,
        name: 'file.created',
        data: { id: 4 },
        wildcard_only: false,
        created_at: now,
      },
    ])
    const sent = await world.database.one<{ id: number }>(sql`select * from platform.mail`)
    expect(sent).toMatchObject({ recipient: mail.to, links: mail.links, created_at: now, sent_at: null })
    expect(await jobs()).toEqual([
      {
        name: 'count-sheep',
        payload: { sheep: 5 },
        run_at: new Date('2026-05-05T00:00:00Z'),
        max_attempts: 7,
        key: 'night',
      },
      {
        name: 'deliver-mail',
        payload: { mail_id: sent.id },
        run_at: now,
        max_attempts: 20,
        key: null,
      },
    ])
  })

  test('that fails leaves no row, no event, no job and no mail, and nothing is done after it', async () => {
    let done = 0
    const work = world.database.transaction(async (tx) => {
      await tell(tx)
      tx.afterCommit(() => void done++)
      await tx.run(sql`update account set balance = 9`)
      throw new Error('changed my mind')
    })
    await expect(work).rejects.toThrow('changed my mind')
    const left = await world.database.one(sql`
      select
        (select count(*) from platform.event) as events,
        (select count(*) from platform.mail) as mails,
        (select count(*) from graphile_worker.jobs) as jobs,
        (select sum(balance) from account) as balance
    `)
    expect(left).toEqual({ events: 0, mails: 0, jobs: 0, balance: 0 })
    expect(done).toBe(0)
  })

  test('acts after the commit, in order, and survives an action that throws', async () => {
    const seen: string[] = []
    const result = await world.database.transaction(async (tx) => {
      await tx.run(sql`update account set balance = 1 where id = 1`)
      tx.afterCommit(() => {
        throw new Error('not allowed')
      })
      tx.afterCommit(() => void seen.push('second'))
      seen.push('work')
      return 'result'
    })
    expect({ result, seen }).toEqual({ result: 'result', seen: ['work', 'second'] })
  })

  test('that swallowed the error of a statement does not pretend to have been committed', async () => {
    const work = world.database.transaction(async (tx) => {
      await tx.run(sql`update account set balance = 5`)
      await tx.run(sql`select 1 / 0`).catch(() => {})
    })
    await expect(work).rejects.toThrow('one of its statements had failed')
    expect(await world.database.one(sql`select max(balance) as most from account`)).toEqual({ most: 0 })
  })

  test('is over when its work is', async () => {
    let leaked: Transaction | undefined
    await world.database.transaction(async (tx) => void (leaked = tx))
    await expect(leaked?.run(sql`update account set balance = 1`)).rejects.toThrow('The transaction is over')
  })

  test('that ran into a deadlock is run again, and both commit', async () => {
    let runs = 0
    let waiting = 0
    // Both hold their first row before either asks for its second one, in the first run of each.
    const bothHold = Promise.withResolvers<void>()
    const transfer = (from: number, to: number) =>
      world.database.transaction(async (tx) => {
        runs++
        await tx.run(sql`update account set balance = balance + 1 where id = ${from}`)
        if (++waiting === 2) bothHold.resolve()
        await bothHold.promise
        await tx.run(sql`update account set balance = balance + 1 where id = ${to}`)
      })
    await Promise.all([transfer(1, 2), transfer(2, 1)])
    expect(runs).toBe(3)
    expect(await world.database.rows(sql`select balance from account order by id`)).toEqual([
      { balance: 2 },
      { balance: 2 },
    ])
  })

  test('that always loses is run three times, no more', async () => {
    let runs = 0
    const work = world.database.transaction(async (tx) => {
      runs++
      await tx.run(sql`do $$ begin raise exception 'lost' using errcode = 'serialization_failure'; end $$`)
    })
    await expect(work).rejects.toThrow('lost')
    expect(runs).toBe(3)
  })

  test('whose connection is cut fails, and the pool goes on', async () => {
    const work = world.database.transaction(async (tx) => {
      const { pid } = await tx.one<{ pid: number }>(sql`select pg_backend_pid() as pid`)
      await world.database.run(sql`select pg_terminate_backend(${pid})`)
      await delay(20)
      await tx.run(sql`update account set balance = 7`)
    })
    await expect(work).rejects.toMatchObject({
      name: 'DatabaseUnavailable',
      cause: { message: expect.stringMatching(/terminat|not queryable/i) as string },
    })
    expect(await world.database.one(sql`select max(balance) as most from account`)).toEqual({ most: 0 })
  })

  test('that is planned once looks along indexes, also in tables that were empty then, and no other does', async () => {
    const settings = (tx: Transaction) =>
      tx.one(
        sql`select current_setting('plan_cache_mode') as plans, current_setting('enable_seqscan') as "readsWhole"`,
      )
    const once = { planned: 'once' } as const
    expect(await world.database.transaction(settings, once)).toEqual({
      plans: 'force_generic_plan',
      readsWhole: 'off',
    })
    expect(await world.database.transaction(settings)).toEqual({ plans: 'auto', readsWhole: 'on' })
    const plan = () =>
      world.database.transaction(async (tx) => {
        const lines = await tx.rows<{ 'QUERY PLAN': string }>(
          sql`explain select balance from account where id = 1`,
        )
        return lines.map((line) => line['QUERY PLAN']).join('\n')
      }, once)
    await world.database.run(sql`truncate account`)
    await world.database.run(sql`analyze account`)
    expect(await plan()).toContain('Index Scan')
  })
})
