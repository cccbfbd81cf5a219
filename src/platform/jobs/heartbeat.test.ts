import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testDatabase } from '../../../test/database.ts'
import { sessionConfig } from '../database/connection.ts'
import type { Database } from '../database/database.ts'
import { sql } from '../database/sql.ts'
import type { Log } from '../log/log.ts'
import { holdHeartbeat, watchAbsent } from './heartbeat.ts'
import { eventually } from '../../../test/until.ts'

const quiet = () => undefined
const log: Log = { debug: quiet, info: quiet, warn: quiet, error: quiet }

let database: Database
let pool: pg.Pool
let close: () => Promise<void>

beforeAll(async () => {
  const fixture = await testDatabase()
  ;({ database, close } = fixture)
  pool = new pg.Pool({ ...sessionConfig(fixture.connectionString), max: 3 })
  pool.on('error', quiet)
})
afterAll(async () => {
  await pool.end()
  await close()
})

const holderOf = async (job: string) =>
  (
    await database.one<{ locked_by: string | null }>(sql`
    select locked_by from graphile_worker.jobs where task_identifier = ${job}
  `)
  ).locked_by

async function lockedJob(job: string, worker: string): Promise<void> {
  await database.run(sql`select graphile_worker.add_job(${job}::text, queue_name => ${job}::text)`)
  await database.run(sql`
    update graphile_worker._private_jobs
       set locked_by = ${worker}, locked_at = now()
     where task_id = (select id from graphile_worker._private_tasks where identifier = ${job})
  `)
}

describe('heartbeat', () => {
  test('keeps the jobs of a worker that lives and gives back those of one that is gone', async () => {
    const heartbeat = await holdHeartbeat(pool, 'living', log)
    await lockedJob('of-the-living', 'living')
    await lockedJob('of-the-gone', 'gone')
    const stop = watchAbsent(database, log, 20)
    await eventually(async () => expect(await holderOf('of-the-gone')).toBeNull())
    expect(await holderOf('of-the-living')).toBe('living')

    await heartbeat.release()
    await eventually(async () => expect(await holderOf('of-the-living')).toBeNull())
    await stop()
  })

  test('takes its lock again when the connection is cut', async () => {
    const heartbeat = await holdHeartbeat(pool, 'cut off', log)
    const holders = async () =>
      database.rows<{ pid: number }>(sql`
        select l.pid
          from pg_locks l
          join pg_stat_activity a using (pid)
         where l.locktype = 'advisory' and l.objsubid = 2 and a.datname = current_database()
      `)
    const [before] = await holders()
    await database.run(sql`select pg_terminate_backend(${before?.pid}::int)`)
    await eventually(async () => {
      const [after] = await holders()
      expect(after?.pid).toEqual(expect.any(Number))
      expect(after?.pid).not.toBe(before?.pid)
    })
    await heartbeat.release()
    await eventually(async () => expect(await holders()).toEqual([]))
  })
})
