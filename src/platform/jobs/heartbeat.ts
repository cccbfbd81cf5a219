import type { Pool, PoolClient } from 'pg'
import type { Database } from '../database/database.ts'
import { sql } from '../database/sql.ts'
import type { Log } from '../log/log.ts'
import { poll } from './poll.ts'

/* graphile-worker unlocks a dead worker's jobs after four hours. An advisory lock per worker shows at once who is alive. */

/** First number of the advisory lock; the second is a hash of the worker's name. */
const lockClass = 0x4a6f62
const lookMs = 5000
const reconnectMs = 1000

export interface WorkerHeartbeat {
  readonly release: () => Promise<void>
}

/** Reacquires the lock after a lost connection. Rejects if the first attempt fails. */
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
      // Closing the connection releases the lock.
      held?.release(true)
      return Promise.resolve()
    },
  }
}

async function isAnyLocked(database: Database): Promise<boolean> {
  const { found } = await database.one<{ found: boolean }>(sql`
    select /* platform.jobs.isAnyLocked */
           exists (select from graphile_worker._private_jobs where locked_by is not null) as found`)
  return found
}

async function absentWorkers(database: Database): Promise<string[]> {
  // Planning the statement below costs more than the rest of an idle server.
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

/** A worker is dead if its lock is missing at two looks, because it may be starting or reconnecting. */
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
