import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { monotonicMs } from '../clock.ts'
import { connectionFailure, sessionConfig } from '../database/connection.ts'
import { queryable } from '../database/queryable.ts'
import { sql } from '../database/sql.ts'
import type { Log } from '../log/log.ts'
import { OperatorError } from '../operator-error.ts'

/** The two numbers of the advisory lock: "Bure" in ASCII, and which of our locks it is. */
const lockSpace = 0x42757265
const lockNumber = 1

/** How long a start waits for a server that is just going away. */
const startWaitMsMax = 5_000
/** The same after a lost connection, which PostgreSQL may notice only when its own probes fail. */
const regainWaitMsMax = 30_000
const tryEveryMs = 100
const reconnectEveryMs = 1_000

/** How often the connection is tried, and how long an answer may take. */
const probeEveryMs = 10_000
const answerMsMax = 5_000

interface DatabaseClaimOptions {
  readonly connectionString: string
  /** Counters are in Redis: any number of servers may share the database. Else this must be the only one. */
  readonly shared: boolean
  readonly log: Log
  /** The connection was lost and another server locked the database since: limits no longer hold. */
  readonly onLost: () => void
  readonly startWaitMs?: number
  readonly regainWaitMs?: number
}

export interface DatabaseClaim {
  readonly release: () => Promise<void>
}

/**
 * Sees to it that counters in memory are the only ones of a database: a session lock on a connection of its
 * own, exclusive with counters in memory, shared with counters in Redis. Throws OperatorError when another
 * server holds it or the database cannot be reached. The connection must be a session of its own, so not one
 * through a pooler in transaction mode.
 */
export async function claimDatabase(options: DatabaseClaimOptions): Promise<DatabaseClaim> {
  const { shared, log, onLost, startWaitMs = startWaitMsMax, regainWaitMs = regainWaitMsMax } = options
  const released = new AbortController()
  let held = await lockedConnection(options, startWaitMs)
  if (!held) throw new OperatorError(takenMessage(shared))
  watch(held)

  function watch(client: pg.Client): void {
    const probe = setInterval(
      () => void client.query('select /* platform.limits.claimDatabase */ 1').catch(lost),
      probeEveryMs,
    ).unref()
    client.once('end', lost)
    let noticed = false
    function lost(): void {
      if (noticed) return
      noticed = true
      clearInterval(probe)
      if (released.signal.aborted) return
      log.error({}, 'The connection that locks the database for this server was lost; locking it again.')
      client.end().catch(() => {})
      void regain()
    }
    released.signal.addEventListener('abort', () => clearInterval(probe))
  }

  async function regain(): Promise<void> {
    while (!released.signal.aborted) {
      try {
        held = await lockedConnection(options, regainWaitMs)
        break
      } catch (err) {
        log.warn({ err }, 'The database cannot be locked yet; retrying.')
        await delay(reconnectEveryMs, undefined, { ref: false })
      }
    }
    if (released.signal.aborted) return void held?.end().catch(() => {})
    if (held) {
      log.info({}, 'The database is locked again.')
      watch(held)
    } else {
      log.error({}, takenMessage(shared))
      onLost()
    }
  }

  return {
    release: async () => {
      released.abort()
      await held?.end().catch(() => {})
    },
  }
}

const takenMessage = (shared: boolean): string =>
  shared
    ? 'Another server without REDIS_URL uses this database. Set REDIS_URL for all of them so that they share their limits.'
    : 'Another server uses this database. Set REDIS_URL for all of them so that they share their limits.'

const lockExclusive = sql`
  select /* platform.limits.lockExclusive */ pg_try_advisory_lock(${lockSpace}, ${lockNumber}) as locked`
const lockShared = sql`
  select /* platform.limits.lockShared */ pg_try_advisory_lock_shared(${lockSpace}, ${lockNumber}) as locked`

/**
 * The session idles for good; the lock of a server whose machine is gone falls after 25 seconds of silence.
 */
const sessionSettings = sql`
  select /* platform.limits.sessionSettings */
    set_config('idle_session_timeout', '0', false),
    set_config('tcp_keepalives_idle', '10', false),
    set_config('tcp_keepalives_interval', '5', false),
    set_config('tcp_keepalives_count', '3', false)
`

/** A connection that holds the lock, or undefined when another session kept it for all of `waitMs`. */
async function lockedConnection(
  { connectionString, shared }: DatabaseClaimOptions,
  waitMs: number,
): Promise<pg.Client | undefined> {
  const client = new pg.Client({
    ...sessionConfig(connectionString),
    application_name: 'bureau claim',
    connectionTimeoutMillis: answerMsMax,
    query_timeout: answerMsMax,
  })
  const statement = shared ? lockShared : lockExclusive
  // Every error is followed by `end` or a rejected query; without a listener it would end the process.
  client.on('error', () => {})
  const database = queryable(client)
  try {
    await client.connect()
    await database.run(sessionSettings)
    const startedMs = monotonicMs()
    for (;;) {
      const { locked } = await database.one<{ locked: boolean }>(statement)
      if (locked) return client
      if (monotonicMs() - startedMs >= waitMs) break
      await delay(tryEveryMs)
    }
  } catch (error) {
    client.end().catch(() => {})
    throw connectionFailure(error, connectionString)
  }
  await client.end()
  return undefined
}
