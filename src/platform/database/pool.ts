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
import { type Notify, runTransaction } from './transaction.ts'

export interface DatabaseOptions {
  readonly connectionString: string
  readonly clock: Clock
  readonly log: Log
  /** What transactions notify with; nobody is told when omitted. */
  readonly notify?: Notify
  /** Connections at most. */
  readonly poolMax?: number
  /** A statement that runs longer is cancelled. */
  readonly statementMsMax?: number
  /** It answers a statement that does nothing within this, or it is away. */
  readonly probeMsMax?: number
}

const poolMaxDefault = 10
const statementMsMaxDefault = 30_000
/** How much longer than PostgreSQL itself we wait for an answer before the connection counts as dead. */
const answerGraceMs = 5_000
const idleInTransactionMsMax = 60_000
/** An idle connection holds prepared statements; a quiet server still gives them back in the end. */
const idleConnectionMsMax = 300_000
const serverVersionMin = 150_000

/** Connects and checks that the database can be used. Throws OperatorError with one line that never holds the password. */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  const { connectionString, log, poolMax = poolMaxDefault } = options
  const { statementMsMax = statementMsMaxDefault, probeMsMax = probeMsMaxDefault } = options
  const pool = openPool(connectionString, poolMax, statementMsMax)
  // The server ended an idle connection: the pool makes another one when it is needed.
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
      // Statements of a transaction that do not wait for each other's answers share a round trip.
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
