import { EventEmitter, once } from 'node:events'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { testDatabase } from '../../../test/database.ts'
import { systemClock } from '../clock.ts'
import type { PlatformContext } from '../context.ts'
import type { Database } from '../database/database.ts'
import { sql } from '../database/sql.ts'
import type { Log, LogFields } from '../log/log.ts'
import { contextOf } from './context.testing.ts'
import { defineJob, type JobDefinition } from './job.ts'
import { addRecurring } from './schedule.ts'
import { startWorker, type WorkerOptions } from './worker.ts'
import { enqueue } from './enqueue.ts'
import { eventually } from '../../../test/until.ts'

const lines: { level: string; fields: LogFields; message: string }[] = []
const at = (level: string) => (fields: LogFields, message: string) =>
  void lines.push({ level, fields, message })
const log: Log = { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') }

let database: Database
let connectionString: string
let context: PlatformContext
const closing: (() => Promise<void>)[] = []

beforeEach(async () => {
  lines.length = 0
  const fixture = await testDatabase()
  ;({ database, connectionString } = fixture)
  closing.push(fixture.close)
  context = contextOf({ clock: systemClock, log, database })
})

afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

async function start(jobs: readonly JobDefinition[], options: Partial<WorkerOptions> = {}) {
  const worker = await startWorker({ connectionString, jobs, context, ...options })
  closing.push(worker.stop)
  return worker
}

interface JobRow {
  readonly task_identifier: string
  readonly attempts: number
  readonly last_error: string | null
  readonly locked_by: string | null
}

const jobRows = () => database.rows<JobRow>(sql`select * from graphile_worker.jobs order by id`)

/** A job that tells what it was given. */
function listening(attemptsMax = 3) {
  const runs = new EventEmitter()
  const given: number[] = []
  const job = defineJob({
    name: 'note-number',
    input: z.object({ number: z.int() }),
    attemptsMax,
    run({ number }) {
      given.push(number)
      runs.emit('run', number)
      return Promise.resolve()
    },
  })
  return { job, runs, given }
}

describe('the worker', () => {
  test('runs what was enqueued and committed, at once, and forgets it', async () => {
    const { job, runs } = listening()
    const outcomes: unknown[] = []
    await start([job], { observe: (name, outcome) => outcomes.push([name, outcome]) })
    const run = once(runs, 'run')
    await database.transaction((tx) => enqueue(tx, job, { number: 7 }))
    expect(await run).toEqual([7])
    await eventually(async () => expect(await jobRows()).toEqual([]))
    expect(outcomes).toEqual([['note-number', 'done']])
  })

  test('runs nothing of a transaction that was rolled back', async () => {
    const { job, runs, given } = listening()
    await start([job])
    const failing = database.transaction(async (tx) => {
      await enqueue(tx, job, { number: 1 })
      throw new Error('no')
    })
    await expect(failing).rejects.toThrow('no')
    const run = once(runs, 'run')
    await database.transaction((tx) => enqueue(tx, job, { number: 2 }))
    await run
    expect(given).toEqual([2])
  })

  test('leaves jobs for later, and jobs that it does not know, in the table', async () => {
    const { job, runs, given } = listening()
    await start([job])
    const runAt = new Date(systemClock.now().getTime() + 3_600_000)
    const run = once(runs, 'run')
    await database.transaction(async (tx) => {
      await tx.run(sql`select graphile_worker.add_job('of-another-version')`)
      await enqueue(tx, job, { number: 1 }, { runAt })
      await enqueue(tx, job, { number: 2 })
    })
    await run
    await eventually(async () => expect(await jobRows()).toHaveLength(2))
    expect(given).toEqual([2])
    expect((await jobRows()).map((row) => row.attempts)).toEqual([0, 0])
  })

  test('tries a failing job again later, until the last try, and keeps no stack in the table', async () => {
    const outcomes: unknown[] = []
    const failing = (name: string, attemptsMax: number) =>
      defineJob({
        name,
        input: z.object({}),
        attemptsMax,
        run: () => Promise.reject(new Error('Not today.')),
      })
    const jobs = [failing('fail-twice', 2), failing('fail-once', 1)]
    await start(jobs, { observe: (name, outcome) => outcomes.push([name, outcome]) })
    await database.transaction(async (tx) => {
      for (const job of jobs) await enqueue(tx, job, {})
    })
    await eventually(async () => {
      expect(await jobRows()).toMatchObject([
        { task_identifier: 'fail-twice', attempts: 1, last_error: 'Not today.', locked_by: null },
        { task_identifier: 'fail-once', attempts: 1, last_error: 'Not today.', locked_by: null },
      ])
    })
    expect(outcomes).toContainEqual(['fail-twice', 'retried'])
    expect(outcomes).toContainEqual(['fail-once', 'failed'])
    expect(lines.filter(({ level }) => level === 'error').map(({ fields }) => fields['job'])).toEqual([
      'fail-once',
    ])
    await eventually(() => expect(outcomes).toContainEqual(['fail-twice', 'failed']))
  })

  test('refuses a payload that does not fit, without telling what was in it', async () => {
    const { job, given } = listening(1)
    await start([job])
    await database.run(
      sql`select graphile_worker.add_job('note-number', '{"number": "ada@example.com"}'::json)`,
    )
    await eventually(async () => {
      expect((await jobRows()).at(0)?.last_error).toBe('The payload does not fit the job: number.')
    })
    expect(given).toEqual([])
    expect(JSON.stringify(lines)).not.toContain('ada@')
  })

  test('waits for a running job when it stops', async () => {
    const gate = new EventEmitter()
    const job = defineJob({
      name: 'wait',
      input: z.object({}),
      attemptsMax: 1,
      async run() {
        gate.emit('started')
        await once(gate, 'open')
      },
    })
    const worker = await start([job])
    const started = once(gate, 'started')
    await database.transaction((tx) => enqueue(tx, job, {}))
    await started
    let over = false
    const stopped = worker.stop().then(() => (over = true))
    await database.one(sql`select 1`)
    expect(over).toBe(false)
    gate.emit('open')
    await stopped
    expect(await jobRows()).toEqual([])
  })

  test('gives up on a job that does not end, and leaves it for the next start', async () => {
    const gate = new EventEmitter()
    const job = defineJob({
      name: 'hang',
      input: z.object({}),
      attemptsMax: 5,
      async run() {
        gate.emit('started')
        await once(gate, 'open')
      },
    })
    const worker = await start([job], { stopMsMax: 100 })
    const started = once(gate, 'started')
    await database.transaction((tx) => enqueue(tx, job, {}))
    await started
    await worker.stop()
    expect(await jobRows()).toMatchObject([{ attempts: 1, locked_by: null }])
    // What the job does when it ends at last must not bring the process down.
    gate.emit('open')
    await database.one(sql`select 1`)
  })

  test('goes on after every connection was cut, also in the middle of a job', async () => {
    const { job, runs } = listening()
    const started = Promise.withResolvers<void>()
    const open = Promise.withResolvers<void>()
    const slow = defineJob({
      name: 'slow',
      input: z.object({}),
      attemptsMax: 5,
      async run() {
        started.resolve()
        await open.promise
      },
    })
    await start([job, slow])
    await database.transaction((tx) => enqueue(tx, slow, {}))
    await started.promise

    const admin = new pg.Client({ connectionString })
    await admin.connect()
    await admin.query(
      'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
    )
    open.resolve()
    const ran = once(runs, 'run')
    await admin.query(`select graphile_worker.add_job('note-number', '{"number": 3}'::json)`)
    await admin.end()
    await ran
    // When the end of the slow job could not be noted, it runs again after its worker counts as gone.
    await eventually(async () => expect(await jobRows()).toEqual([]))
  })

  test('has every recurring job once after the clock jumped, in its queue', async () => {
    const { job: once } = listening()
    const often = { name: 'often', input: z.object({}), every: '* * * * *', attemptsMax: 2 }
    const recurring = defineJob({ ...often, run: () => Promise.resolve() })
    for (let jump = 0; jump < 2; jump++)
      await database.transaction((tx) => addRecurring(tx, [once, recurring]))
    expect(await jobRows()).toMatchObject([
      { task_identifier: 'often', key: 'every:often', queue_name: 'often', max_attempts: 2, priority: 10 },
    ])
  })

  test('does not start with two jobs of one name, nor without a database', async () => {
    const { job } = listening()
    await expect(start([job, job])).rejects.toThrow('Two jobs are named note-number.')
    const nowhere = 'postgresql://nobody@127.0.0.1:1/none'
    await expect(start([job], { connectionString: nowhere })).rejects.toThrow('ECONNREFUSED')
  })
})
