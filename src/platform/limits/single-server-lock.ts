import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { monotonicMs } from '../clock.ts'
import { connectionFailure, sessionConfig } from '../database/connection.ts'
import { queryable } from '../database/queryable.ts'
import { sql } from '../database/sql.ts'
import type { Log } from '../log/log.ts'
import { OperatorError } from '../operator-error.ts'

/** Advisory lock: "Bure" in ASCII, and a number. */
const lockSpace = 0x42757265
const lockNumber = 1

const startWaitMsMax = 5_000
/** After a lost connection, which PostgreSQL may notice late. */
const regainWaitMsMax = 30_000
const tryEveryMs = 100
const reconnectEveryMs = 1_000

const probeEveryMs = 10_000
const answerMsMax = 5_000

interface DatabaseClaimOptions {
  readonly connectionString: string
  /** True if counters are in Redis: any number of servers may share the database. */
  readonly shared: boolean
  readonly log: Log
  /** Another server locked the database after a lost connection: limits no longer hold. */
  readonly onLost: () => void
  /** Thrown if another server holds it. Default: how servers can share it. */
  readonly taken?: string
  readonly startWaitMs?: number
  readonly regainWaitMs?: number
}

export interface DatabaseClaim {
  readonly release: () => Promise<void>
}

/** A session lock, exclusive for in-memory counters, shared for Redis. Throws OperatorError. No transaction pooler. */
export async function claimDatabase(options: DatabaseClaimOptions): Promise<DatabaseClaim> {
  const { shared, log, onLost, startWaitMs = startWaitMsMax, regainWaitMs = regainWaitMsMax } = options
  const taken = options.taken ?? takenMessage(shared)
  const released = new AbortController()
  let held = await lockedConnection(options, startWaitMs)
  if (!held) throw new OperatorError(taken)
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
      log.error({}, taken)
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

/** Never idles out; the lock of a vanished machine is released after 25 seconds. */
const sessionSettings = sql`
  select /* platform.limits.sessionSettings */
    set_config('idle_session_timeout', '0', false),
    set_config('tcp_keepalives_idle', '10', false),
    set_config('tcp_keepalives_interval', '5', false),
    set_config('tcp_keepalives_count', '3', false)
`

/** Undefined if another session held the lock for `waitMs`. */
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
  // Followed by `end` or a rejected query; without a listener it would end the process.
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
