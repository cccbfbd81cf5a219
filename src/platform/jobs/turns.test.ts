import { setTimeout as delay } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { enqueuedJobs } from '../../../test/jobs.ts'
import { probeMsMax, testDatabase } from '../../../test/database.ts'
import { silentLog } from '../../../test/log.ts'
import { systemClock } from '../clock.ts'
import type { PlatformContext } from '../context.ts'
import type { Database } from '../database/database.ts'
import { openDatabase } from '../database/pool.ts'
import { sql } from '../database/sql.ts'
import { contextOf } from './context.testing.ts'
import { enqueue } from './enqueue.ts'
import { giveTurnsAgain } from './give-turns.ts'
import { defineJob, type JobDefinition } from './job.ts'
import { readQueues } from './queue-state.ts'
import { turnsMax } from './turns.ts'
import { startWorker } from './worker.ts'
import { eventually } from '../../../test/until.ts'

let database: Database
let connectionString: string
let context: PlatformContext
const closing: (() => Promise<void>)[] = []

beforeEach(async () => {
  const fixture = await testDatabase()
  closing.push(fixture.close)
  connectionString = fixture.connectionString
  // Turns go by time, and a clock that stands still has none.
  database = await openDatabase({
    connectionString,
    clock: systemClock,
    log: silentLog,
    poolMax: 8,
    probeMsMax,
  })
  closing.push(database.close)
  context = contextOf({ clock: systemClock, log: silentLog, database })
})
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

async function start(...jobs: readonly JobDefinition[]): Promise<void> {
  const worker = await startWorker({ connectionString, jobs, context, stopMsMax: 500 })
  closing.push(worker.stop)
}

/** A slow job of a tenant that tells who began in which order, and how many of one tenant ran at once. */
function drawing(takesMs = 30) {
  const began: string[] = []
  const running = new Map<number, number>()
  let atOnceMax = 0
  const job = defineJob({
    name: 'draw',
    input: z.object({ tenant: z.int(), name: z.string() }),
    scopeOf: ({ tenant }) => tenant,
    attemptsMax: 3,
    async run({ tenant, name }) {
      began.push(name)
      const count = (running.get(tenant) ?? 0) + 1
      running.set(tenant, count)
      atOnceMax = Math.max(atOnceMax, count)
      await delay(takesMs)
      running.set(tenant, (running.get(tenant) ?? 1) - 1)
    },
  })
  const add = (tenant: number, count: number) =>
    database.transaction(async (tx) => {
      for (let index = 0; index < count; index++)
        await enqueue(tx, job, { tenant, name: `${tenant}/${index}` })
    })
  return { job, began, add, atOnceMax: () => atOnceMax }
}

function delivering(began: string[]) {
  const job = defineJob({
    name: 'deliver',
    input: z.object({}),
    queue: 'people',
    attemptsMax: 3,
    run: () => Promise.resolve(void began.push('mail')),
  })
  return { job, add: () => database.transaction((tx) => enqueue(tx, job, {})) }
}

const turns = () => database.rows(sql`select * from platform.job_turn`)
const jobNames = async () => (await enqueuedJobs(database)).map(({ name }) => name)

describe('jobs of one tenant', () => {
  test('that are hundreds let a mail and the job of another tenant go soon after', async () => {
    // So slow that few begin while a busy machine tells of what was added.
    const { job, began, add, atOnceMax } = drawing(100)
    const mails = delivering(began)
    await add(1, 300)
    await start(job, mails.job)
    await eventually(() => expect(began.length).toBeGreaterThan(10))
    const before = began.length
    await add(2, 1)
    await mails.add()
    await eventually(() => expect(began).toEqual(expect.arrayContaining(['mail', '2/0'])))
    expect(began.indexOf('mail') - before).toBeLessThan(20)
    expect(began.indexOf('2/0') - before).toBeLessThan(20)
    expect(atOnceMax()).toBe(turnsMax)
  })

  test('go round with those of others when all places are taken', async () => {
    const { job, began, add } = drawing(20)
    for (const tenant of [1, 2, 3, 4]) await add(tenant, 40)
    await add(5, 3)
    await start(job)
    await eventually(() => expect(began).toContain('5/2'))
    // Two of each of the four are ahead of each of the three.
    expect(began.indexOf('5/0')).toBeLessThan(14)
    expect(began.length).toBeLessThan(50)
    const shares = [1, 2, 3, 4].map((tenant) => began.filter((name) => name.startsWith(`${tenant}/`)).length)
    expect(Math.max(...shares) - Math.min(...shares)).toBeLessThanOrEqual(4)
  })

  test('take no more than their turns of several workers, and all are done', async () => {
    const { job, began, add, atOnceMax } = drawing(10)
    await start(job)
    await start(job)
    await Promise.all([add(1, 20), add(1, 20), add(1, 20)])
    await eventually(async () => {
      // What could not be given while others held the lock.
      await giveTurnsAgain.run(context)
      expect(await jobNames()).toEqual([])
    })
    expect(new Set(began).size).toBe(20)
    expect(began).toHaveLength(60)
    expect(atOnceMax()).toBe(turnsMax)
    expect(await turns()).toEqual([])
  })

  test('are in the table of the job queue only when it is their turn, and of a rolled back change none is', async () => {
    const { add, job } = drawing()
    await add(1, 10)
    const failing = database.transaction(async (tx) => {
      await enqueue(tx, job, { tenant: 2, name: 'never' })
      throw new Error('no')
    })
    await expect(failing).rejects.toThrow('no')
    expect(await database.rows(sql`select from graphile_worker.jobs`)).toHaveLength(turnsMax)
    expect(await turns()).toHaveLength(turnsMax)
    expect(await jobNames()).toHaveLength(10)
    const [people, machines] = await readQueues(database, new Date(systemClock.now().getTime() + 5000))
    expect(people).toEqual({ queue: 'people', jobs: 0, ageSeconds: 0 })
    expect(machines).toMatchObject({ queue: 'machines', jobs: 10 })
    expect(machines?.ageSeconds).toBeGreaterThanOrEqual(5)
  })

  test('of one key are one, waiting or in turn', async () => {
    const { job, add } = drawing()
    const addKeyed = (name: string) =>
      database.transaction((tx) => enqueue(tx, job, { tenant: 1, name }, { key: 'one' }))
    await addKeyed('first')
    await addKeyed('second')
    expect(await enqueuedJobs(database)).toEqual([{ name: 'draw', payload: { tenant: 1, name: 'second' } }])
    await add(1, 1)
    await addKeyed('third')
    await addKeyed('fourth')
    expect((await enqueuedJobs(database)).map(({ payload }) => payload)).toEqual([
      { tenant: 1, name: 'second' },
      { tenant: 1, name: '1/0' },
      { tenant: 1, name: 'fourth' },
    ])
  })

  test('that fail leave their turn to others until the next try, and stay in the table after the last', async () => {
    const began: string[] = []
    const job = defineJob({
      name: 'fail',
      input: z.object({ tenant: z.int(), name: z.string() }),
      scopeOf: ({ tenant }) => tenant,
      attemptsMax: 2,
      run({ name }) {
        began.push(name)
        return name === 'last' ? Promise.resolve() : Promise.reject(new Error('Not today.'))
      },
    })
    await database.transaction(async (tx) => {
      for (const name of ['a', 'b', 'last']) await enqueue(tx, job, { tenant: 1, name })
    })
    await start(job)
    await eventually(async () => expect(await turns()).toEqual([]))
    expect(began.toSorted()).toEqual(['a', 'b', 'last'])
    const waiting = { tries_left: 1, last_error: 'Not today.' }
    expect(await database.rows(sql`select tries_left, last_error from platform.waiting_job`)).toEqual([
      waiting,
      waiting,
    ])
    await eventually(async () => {
      await giveTurnsAgain.run(context)
      expect(began).toHaveLength(5)
    })
    const failed = { attempts: 1, max_attempts: 1, last_error: 'Not today.', locked_by: null }
    await eventually(async () =>
      expect(await database.rows(sql`select * from graphile_worker.jobs`)).toMatchObject([failed, failed]),
    )
    expect(await turns()).toEqual([])
  })

  test('get their turn when they are due, without a look each second', async () => {
    const { job } = drawing()
    const published: string[] = []
    const notify = (channel: string) => void published.push(channel)
    const telling = await openDatabase({ connectionString, clock: systemClock, log: silentLog, notify })
    closing.push(telling.close)
    const soon = new Date(Date.now() + 400)
    expect(await giveTurnsAgain.run(context)).toBe(giveTurnsAgain.pauseMsMax)
    await telling.transaction((tx) => enqueue(tx, job, { tenant: 1, name: 'late' }, { runAt: soon }))
    expect(published).toEqual([giveTurnsAgain.wokenBy])
    const restMs = await giveTurnsAgain.run(context)
    expect(restMs).toBeGreaterThan(0)
    expect(restMs).toBeLessThanOrEqual(400)
    await delay(restMs)
    await giveTurnsAgain.run(context)
    expect(await turns()).toHaveLength(1)
  })

  test('get the turns of jobs that died with their process', async () => {
    const { add } = drawing()
    await add(1, 3)
    // As if they had run, and the process was killed before it passed their turns on.
    await database.run(sql`delete from graphile_worker._private_jobs`)
    expect(await jobNames()).toHaveLength(1)
    await giveTurnsAgain.run(context)
    expect(await database.rows(sql`select from graphile_worker.jobs`)).toHaveLength(1)
    expect(await turns()).toHaveLength(1)
  })
})

describe('what people wait for', () => {
  test('has places of its own: machines that hang hold nothing up', async () => {
    const began: string[] = []
    const gate = Promise.withResolvers<void>()
    const hang = defineJob({
      name: 'hang',
      input: z.object({}),
      attemptsMax: 1,
      run: () => (began.push('hang'), gate.promise),
    })
    const mails = delivering(began)
    await database.transaction(async (tx) => {
      for (let count = 0; count < 30; count++) await enqueue(tx, hang, {})
    })
    await start(hang, mails.job)
    await eventually(() => expect(began).toHaveLength(4))
    await mails.add()
    await eventually(() => expect(began).toEqual([...Array<string>(4).fill('hang'), 'mail']))
    gate.resolve()
  })
})
