import pg from 'pg'
import type { Clock } from '../clock.ts'
import type { Log } from '../log/log.ts'
import { OperatorError } from '../operator-error.ts'
import { connectionFailure, sessionConfig } from './connection.ts'
import type { Database, Queryable } from './database.ts'
import { Lookups } from './lookups.ts'
import { DatabaseHealth, probeMsMaxDefault } from './health.ts'
import { queryable } from './queryable.ts'
import { sql } from './sql.ts'
import { type Notify, runTransaction, type Tell } from './transaction.ts'

export interface DatabaseOptions {
  readonly connectionString: string
  readonly clock: Clock
  readonly log: Log
  readonly notify?: Notify
  readonly tell?: Tell
  readonly poolMax?: number
  readonly statementMsMax?: number
  readonly probeMsMax?: number
}

const poolMaxDefault = 10
const statementMsMaxDefault = 30_000
/** Maximum delay beyond PostgreSQL's own time-out before a connection counts as dead. */
const answerGraceMs = 5_000
const idleInTransactionMsMax = 60_000
/** Idle connections hold prepared statements, so a quiet server closes them late. */
const idleConnectionMsMax = 300_000
const serverVersionMin = 150_000

/** Checks that the database is usable. Throws OperatorError, never with the password. */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  const { connectionString, log, poolMax = poolMaxDefault } = options
  const { statementMsMax = statementMsMaxDefault, probeMsMax = probeMsMaxDefault } = options
  const pool = openPool(connectionString, poolMax, statementMsMax)
  pool.on('error', (error) => log.warn({ err: error }, 'An idle connection to the database was lost.'))
  const config = poolConfig(connectionString, statementMsMax)
  const health = new DatabaseHealth(config, log, probeMsMax)
  const pooled = queryable(pool)
  const lookups = new Lookups({ config, log, otherwise: pooled.first })
  const database: Database = {
    rows: (statement) => health.watch(() => pooled.rows(statement)),
    first: (statement) => health.watch(() => pooled.first(statement)),
    find: (statement) => health.watch(() => lookups.find(statement)),
    one: (statement) => health.watch(() => pooled.one(statement)),
    run: (statement) => health.watch(() => pooled.run(statement)),
    transaction: (work, planning) => runTransaction({ pool, health }, options, work, planning),
    connections: () => ({ total: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    close: async () => {
      await health.close()
      await lookups.close()
      await pool.end()
    },
  }
  try {
    await checkServer(pooled)
  } catch (error) {
    await pool.end()
    throw error instanceof OperatorError ? error : connectionFailure(error, connectionString)
  }
  return database
}

const poolConfig = (connectionString: string, statementMsMax: number): pg.ClientConfig => ({
  ...sessionConfig(connectionString),
  statement_timeout: statementMsMax,
  query_timeout: statementMsMax + answerGraceMs,
  idle_in_transaction_session_timeout: idleInTransactionMsMax,
})

function openPool(connectionString: string, poolMax: number, statementMsMax: number): pg.Pool {
  try {
    return new pg.Pool({
      ...poolConfig(connectionString, statementMsMax),
      max: poolMax,
      // Unawaited statements of a transaction share a round trip.
      pipeline: true,
      idleTimeoutMillis: idleConnectionMsMax,
    })
  } catch (error) {
    throw connectionFailure(error, connectionString)
  }
}

async function checkServer(database: Queryable): Promise<void> {
  const { number, version, encoding } = await database.one<{
    number: number
    version: string
    encoding: string
  }>(sql`
    select /* platform.database.checkServer */
      current_setting('server_version_num')::int as number,
      current_setting('server_version') as version,
      current_setting('server_encoding') as encoding
  `)
  if (number < serverVersionMin) {
    throw new OperatorError(`The database is PostgreSQL ${version}. Use PostgreSQL 15 or later.`)
  }
  if (encoding !== 'UTF8') {
    throw new OperatorError(
      `The encoding of the database is ${encoding}. Use a database with the encoding UTF8.`,
    )
  }
}
