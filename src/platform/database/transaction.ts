import { setTimeout as delay } from 'node:timers/promises'
import type { Pool, PoolClient, QueryConfig, QueryResult } from 'pg'
import type { Clock } from '../clock.ts'
import type { Log } from '../log/log.ts'
import { sqlState } from './connection.ts'
import type { Planning, Queryable, Transaction } from './database.ts'
import { DatabaseUnavailable, type DatabaseHealth } from './health.ts'
import { queryable } from './queryable.ts'

/** How often a transaction that lost against others is run, the first time included. */
const runsMax = 3

/**
 * How long the first loser waits, the next one twice as long. Run again at once, it could take its first row back before
 * the winner has woken up to take it, and both would be where they were.
 */
const pauseMs = 50

/** SQLSTATEs that say: the same work may succeed if it is done again. */
const serializationFailure = '40001'
const deadlockDetected = '40P01'

/** What a transaction begins with. */
const beginnings = {
  each: 'begin',
  once: 'begin; set local plan_cache_mode = force_generic_plan; set local enable_seqscan = off',
}

interface TransactionOptions {
  readonly clock: Clock
  readonly log: Log
  readonly notify?: Notify
}

/** Gives a notice to every process. */
export type Notify = (channel: string) => void

interface Source {
  readonly pool: Pool
  readonly health: DatabaseHealth
}

/** Runs `work` in a transaction on one connection of the pool: see Database.transaction. */
export async function runTransaction<Result>(
  source: Source,
  options: TransactionOptions,
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
  options: TransactionOptions,
  work: (tx: Transaction) => Promise<Result>,
  begin: string,
): Promise<Result> {
  const client = await connect(pool, health)
  const query = (config: QueryConfig | string) => health.watch(() => send(client, config))
  const { tx, actions, close } = openTransaction({ query } as Pick<PoolClient, 'query'>, options)
  let broken = false
  let result: Result
  // A checked-out client reports its lost connection as an event too; the statement under way rejects all the same.
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

/** Statements that are sent without waiting for the answer to the one before are written at once. */
function send(client: PoolClient, config: QueryConfig | string): Promise<QueryResult> {
  const { stream } = client.connection
  stream.cork()
  queueMicrotask(() => stream.uncork())
  return client.query(config)
}

/** A connection of the pool. One that comes after nobody waits for it any more goes back. */
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

/** PostgreSQL answers COMMIT of a failed transaction with ROLLBACK and no error: `work` must not have swallowed one. */
async function commit(query: (text: string) => Promise<QueryResult>): Promise<void> {
  const { command } = await query('commit')
  if (command !== 'COMMIT')
    throw new Error('The transaction was rolled back, because one of its statements had failed.')
}

async function rolledBack(client: PoolClient, error: unknown): Promise<boolean> {
  // The connection is cut, which rolls back as soon as the database is there again.
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

function openTransaction(
  client: Pick<PoolClient, 'query'>,
  { clock, notify = () => undefined }: TransactionOptions,
) {
  const actions: (() => void)[] = []
  const statements = queryable(client)
  let open = true

  /** Otherwise a statement that was not awaited would run in the next transaction on the connection. */
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
  }
  return { tx, actions, close: () => void (open = false) }
}
