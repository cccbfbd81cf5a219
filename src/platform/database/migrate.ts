import { runMigrations } from 'graphile-worker'
import pg from 'pg'
import { type Clock, monotonicMs } from '../clock.ts'
import type { Log } from '../log/log.ts'
import { OperatorError } from '../operator-error.ts'
import { connectAlone, sessionConfig, sqlState } from './connection.ts'
import { type MigrationFile, readMigrationFiles } from './migration-files.ts'
import { appliedMigrations, pendingMigrations, prepareTable, recordMigration } from './migration-table.ts'
import { queryable } from './queryable.ts'
import { sql } from './sql.ts'

export interface MigrationsOptions {
  readonly connectionString: string
  readonly clock: Clock
  readonly log: Log
  /** Holds `*.sql`, applied in name order. */
  readonly directory?: string
}

export interface MigrationState {
  readonly name: string
  /** Null: pending. */
  readonly applied_at: Date | null
  /** The version of Bureau that applied it, if it was recorded. */
  readonly version: string | null
}

export interface MigrateOptions {
  /** Names of files; the others are left out. Default: all. */
  readonly only?: ReadonlySet<string>
  /** Runs before the first pending file, while no other process can migrate. If it fails, nothing is applied. */
  readonly before?: (pending: readonly string[]) => Promise<void>
  /** Another process is migrating. This one waits until it has finished. */
  readonly waiting?: () => void
  readonly progress?: (done: number, total: number) => void
}

/** The schema of the database, and the files of `migrations/` that make it. */
export interface Migrations {
  /** Applied files, then pending ones. Changes nothing. Throws OperatorError as `run` does. */
  readonly status: () => Promise<MigrationState[]>
  /**
   * Returns the names of the applied files. Waits while another process migrates. Throws OperatorError if an applied
   * file changed or a newer version was here.
   */
  readonly run: (options?: MigrateOptions) => Promise<string[]>
}

/** Advisory lock: "Bure" in ASCII, and a number (limits/single-server-lock.ts has 1). */
const lockSpace = 0x42757265
const lockNumber = 2

/** The other process may take a backup first. */
const lockMsMax = 3_600_000

const insufficientPrivilege = '42501'
const lockNotAvailable = '55P03'

export function openMigrations({ connectionString, clock, log, directory }: MigrationsOptions): Migrations {
  async function connected<Result>(work: (client: pg.Client) => Promise<Result>): Promise<Result> {
    const client = await connectAlone(connectionString)
    try {
      return await work(client)
    } catch (error) {
      throw explained(error)
    } finally {
      await client.end()
    }
  }

  async function run(
    client: pg.Client,
    { only, waiting, before, progress }: MigrateOptions,
  ): Promise<string[]> {
    const files = await readMigrationFiles(directory)
    const database = queryable(client)
    await takeLock(client, () => {
      log.warn({}, 'Another process is migrating the database. This one waits until it has finished.')
      waiting?.()
    })
    const pending = pendingMigrations(files, await appliedMigrations(database)).filter(
      ({ name }) => only?.has(name) ?? true,
    )
    const names = pending.map(({ name }) => name)
    if (pending.length > 0) await before?.(names)
    await prepareTable(database)
    await migrateLibrary(connectionString)
    for (const [index, file] of pending.entries()) {
      progress?.(index, pending.length)
      const startedMs = monotonicMs()
      await apply(client, file, clock)
      const of = { migration: file.name, number: index + 1, of: pending.length }
      log.info({ ...of, duration_ms: Math.round(monotonicMs() - startedMs) }, 'A migration was applied.')
    }
    const newest = names.at(-1)
    if (newest !== undefined) log.info({ migrations: names.length, newest }, 'The database was migrated.')
    return names
  }

  return {
    run: (options = {}) => connected((client) => run(client, options)),
    status: () =>
      connected(async (client) => {
        const applied = await appliedMigrations(queryable(client))
        const pending = pendingMigrations(await readMigrationFiles(directory), applied)
        return [
          ...applied.map(({ name, applied_at, version }) => ({ name, applied_at, version })),
          ...pending.map(({ name }) => ({ name, applied_at: null, version: null })),
        ]
      }),
  }
}

export const migrate = ({
  only,
  ...options
}: MigrationsOptions & Pick<MigrateOptions, 'only'>): Promise<string[]> =>
  openMigrations(options).run(only && { only })

/** With a pool of ours: a server that stops right afterwards breaks its closing connection, which must not end the process. */
async function migrateLibrary(connectionString: string): Promise<void> {
  const pgPool = new pg.Pool({ ...sessionConfig(connectionString), max: 1 })
  pgPool.on('error', () => undefined)
  pgPool.on('connect', (client) => void client.on('error', () => undefined))
  try {
    await runMigrations({ pgPool })
  } finally {
    await pgPool.end()
  }
}

async function takeLock(client: pg.Client, waiting: () => void): Promise<void> {
  const database = queryable(client)
  const { taken } = await database.one<{ taken: boolean }>(
    sql`select /* platform.database.takeLock */ pg_try_advisory_lock(${lockSpace}, ${lockNumber}) as taken`,
  )
  if (taken) return
  waiting()
  await client.query(`set /* platform.database.takeLock.2 */ lock_timeout = ${lockMsMax}`)
  await database.run(
    sql`select /* platform.database.takeLock.3 */ pg_advisory_lock(${lockSpace}, ${lockNumber})`,
  )
  await client.query('set /* platform.database.takeLock.4 */ lock_timeout = 0')
}

async function apply(client: pg.Client, file: MigrationFile, clock: Clock): Promise<void> {
  await client.query('begin')
  try {
    await client.query(file.text)
    await recordMigration(queryable(client), file, clock.now())
    await client.query('commit')
  } catch (error) {
    await client.query('rollback').catch(() => {})
    const reason = error instanceof Error ? error.message : String(error)
    throw new Error(`Migration ${file.name} failed: ${reason}`, { cause: error })
  }
}

function explained(error: unknown): unknown {
  const state = sqlState(error instanceof Error && error.cause !== undefined ? error.cause : error)
  if (state === insufficientPrivilege) {
    return new OperatorError(
      'The database user may not create schemas. Make it the owner of the database, or grant it create on the database.',
      { cause: error },
    )
  }
  if (state === lockNotAvailable) {
    return new OperatorError(
      'Another process has been migrating the database for too long. Check what it waits for in pg_stat_activity.',
      {
        cause: error,
      },
    )
  }
  return error
}
