import type { Pool, PoolClient } from 'pg'
import type { Database } from '../database/database.ts'
import { sql } from '../database/sql.ts'
import type { Log } from '../log/log.ts'
import { poll } from './poll.ts'

/*
 * A job is locked with the name of the worker that runs it, and the library gives locks up only after four hours. A
 * mail must not wait that long because a process was killed. So each worker holds an advisory lock of its name for as
 * long as its connection lives, and each gives back the jobs of workers whose lock is gone.
 */

/** The first half of the advisory locks' numbers; the second is a hash of the worker's name. */
const lockClass = 0x4a6f62
const lookMs = 5000
const reconnectMs = 1000

export interface WorkerHeartbeat {
  readonly release: () => Promise<void>
}

/** Holds the lock of `workerName`, and takes it again when the connection breaks. The first time it rejects instead. */
export async function holdHeartbeat(pool: Pool, workerName: string, log: Log): Promise<WorkerHeartbeat> {
  let client: PoolClient | undefined
  let timer: NodeJS.Timeout | undefined
  let released = false

  async function take(): Promise<void> {
    const taken = await pool.connect()
    try {
      await taken.query('select /* platform.jobs.holdHeartbeat */ pg_advisory_lock($1, hashtext($2))', [
        lockClass,
        workerName,
      ])
    } catch (err) {
      taken.release(true)
      throw err
    }
    if (released) return taken.release(true)
    client = taken
    taken.on('error', (err) => {
      // The farewell of a connection that was given back already, or the second word of a broken one.
      if (client !== taken) return
      client = undefined
      taken.release(true)
      log.warn({ err }, 'The connection that marks this worker as alive was lost; reconnecting.')
      again()
    })
  }

  function again(): void {
    if (released) return
    timer = setTimeout(() => {
      take().catch(again)
    }, reconnectMs)
  }

  await take()
  return {
    release() {
      released = true
      clearTimeout(timer)
      const held = client
      client = undefined
      // Closing the connection is what gives the lock up.
      held?.release(true)
      return Promise.resolve()
    },
  }
}

/** Names of workers that hold jobs and no lock. */
async function isAnyLocked(database: Database): Promise<boolean> {
  const { found } = await database.one<{ found: boolean }>(sql`
    select /* platform.jobs.isAnyLocked */
           exists (select from graphile_worker._private_jobs where locked_by is not null) as found`)
  return found
}

async function absentWorkers(database: Database): Promise<string[]> {
  // To plan the statement below takes longer than all else that an idle server does.
  if (!(await isAnyLocked(database))) return []
  const rows = await database.rows<{ locked_by: string }>(sql`
    select /* platform.jobs.absentWorkers */ distinct jobs.locked_by
      from graphile_worker.jobs
     where jobs.locked_by is not null
       and not exists (
         select from pg_locks
          where locktype = 'advisory'
            and granted
            and objsubid = 2
            and database = (select oid from pg_database where datname = current_database())
            and classid::bigint = ${lockClass}::bigint
            and objid::bigint = hashtext(jobs.locked_by)::bigint & 4294967295
       )
     limit 1000
  `)
  return rows.map((row) => row.locked_by)
}

/**
 * Gives back the jobs of workers that are gone. A worker counts as gone when it is absent at two looks, five seconds
 * apart: one that just starts, or whose connection just broke, has that long to take its lock.
 */
export function watchAbsent(database: Database, log: Log, everyMs = lookMs): () => Promise<void> {
  let suspects = new Set<string>()

  async function look(): Promise<void> {
    const absent = await absentWorkers(database)
    const gone = absent.filter((name) => suspects.has(name))
    suspects = new Set(absent)
    if (gone.length === 0) return
    await database.run(sql`
      select /* platform.jobs.watchAbsent */ graphile_worker.force_unlock_workers(${gone}::text[])`)
    log.warn({ workers: gone.length }, 'Jobs of workers that died were released.')
  }

  return poll(everyMs, look, (err) => log.warn({ err }, 'Looking for dead workers failed; retrying.'))
}
