import { setTimeout as delay } from 'node:timers/promises'
import type { Pool, PoolClient, QueryConfig, QueryResult } from 'pg'
import type { Change } from '../changes/change-set.ts'
import type { Clock } from '../clock.ts'
import type { Log } from '../log/log.ts'
import { sqlState } from './connection.ts'
import type { Planning, Queryable, Transaction } from './database.ts'
import { DatabaseUnavailable, type DatabaseHealth } from './health.ts'
import { queryable } from './queryable.ts'

const runsMax = 3

/** Doubled after the second run. An immediate retry could lock its first row again before the winner does. */
const pauseMs = 50

const serializationFailure = '40001'
const deadlockDetected = '40P01'

const beginnings = {
  each: 'begin',
  once: 'begin; set local plan_cache_mode = force_generic_plan; set local enable_seqscan = off',
}

interface TransactionOptions {
  readonly clock: Clock
  readonly notify?: Notify
  readonly tell?: Tell
}

export type Notify = (channel: string) => void
export type Tell = (change: Change) => void

interface RunOptions extends TransactionOptions {
  readonly log: Log
}

interface Source {
  readonly pool: Pool
  readonly health: DatabaseHealth
}

export async function runTransaction<Result>(
  source: Source,
  options: RunOptions,
  work: (tx: Transaction) => Promise<Result>,
  planning?: Planning,
): Promise<Result> {
  for (let run = 1; ; run++) {
    try {
      return await runOnce(source, options, work, beginnings[planning?.planned ?? 'each'])
    } catch (error) {
      const state = sqlState(error)
      if (run === runsMax || (state !== serializationFailure && state !== deadlockDetected)) throw error
      options.log.debug({ run, state }, 'A transaction lost against another one and is run again.')
      await delay(pauseMs * run)
    }
  }
}

async function runOnce<Result>(
  { pool, health }: Source,
  options: RunOptions,
  work: (tx: Transaction) => Promise<Result>,
  begin: string,
): Promise<Result> {
  const client = await connect(pool, health)
  const query = (config: QueryConfig | string) => health.watch(() => send(client, config))
  const { tx, actions, close } = openTransaction({ query } as Pick<PoolClient, 'query'>, options)
  let broken = false
  let result: Result
  // The pending statement rejects too.
  const ignore = (): void => void (broken = true)
  client.on('error', ignore)
  try {
    await query(begin)
    result = await work(tx)
    close()
    await commit(query)
  } catch (error) {
    close()
    broken ||= !(await rolledBack(client, error))
    throw error
  } finally {
    client.off('error', ignore)
    client.release(broken)
  }
  for (const action of actions) act(action, options.log)
  return result
}

/** Cork, so that pipelined statements are written together. */
function send(client: PoolClient, config: QueryConfig | string): Promise<QueryResult> {
  const { stream } = client.connection
  stream.cork()
  queueMicrotask(() => stream.uncork())
  return client.query(config)
}

/** A connection that arrives after a time-out goes back to the pool. */
async function connect(pool: Pool, health: DatabaseHealth): Promise<PoolClient> {
  const connecting = Promise.withResolvers<PoolClient>()
  try {
    return await health.watch(() => {
      pool.connect().then(connecting.resolve, connecting.reject)
      return connecting.promise
    })
  } catch (error) {
    connecting.promise.then(
      (client) => client.release(),
      () => undefined,
    )
    throw error
  }
}

/** PostgreSQL answers COMMIT of a failed transaction with ROLLBACK and no error. */
async function commit(query: (text: string) => Promise<QueryResult>): Promise<void> {
  const { command } = await query('commit')
  if (command !== 'COMMIT')
    throw new Error('The transaction was rolled back, because one of its statements had failed.')
}

async function rolledBack(client: PoolClient, error: unknown): Promise<boolean> {
  // Cutting the connection rolls back.
  if (error instanceof DatabaseUnavailable) return false
  return client.query('rollback').then(
    () => true,
    () => false,
  )
}

function act(action: () => void, log: Log): void {
  try {
    action()
  } catch (error) {
    log.error({ err: error }, 'A function that runs after a commit failed.')
  }
}

/** What runs in a transaction that the caller has begun on a connection, and ends. */
export function openTransaction(
  client: Pick<PoolClient, 'query'>,
  { clock, notify = () => undefined, tell = () => undefined }: TransactionOptions,
) {
  const actions: (() => void)[] = []
  const statements = queryable(client)
  let open = true

  /** An unawaited statement would run in the next transaction of the connection. */
  function stillOpen(): Queryable {
    if (!open) throw new Error('The transaction is over; a statement of it was not awaited.')
    return statements
  }

  const tx: Transaction = {
    rows: async (statement) => stillOpen().rows(statement),
    first: async (statement) => stillOpen().first(statement),
    find: async (statement) => stillOpen().find(statement),
    one: async (statement) => stillOpen().one(statement),
    run: async (statement) => stillOpen().run(statement),
    now: () => clock.now(),
    afterCommit: (action) => {
      stillOpen()
      actions.push(action)
    },
    notify: (channel) => {
      stillOpen()
      actions.push(() => notify(channel))
    },
    tell: (change) => {
      stillOpen()
      actions.push(() => tell(change))
    },
  }
  return { tx, actions, close: () => void (open = false) }
}
