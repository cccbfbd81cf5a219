import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { runMigrations } from 'graphile-worker'
import pg from 'pg'
import type { Clock } from '../clock.ts'
import type { Log } from '../log/log.ts'
import { OperatorError } from '../operator-error.ts'
import { connectAlone, sessionConfig, sqlState } from './connection.ts'
import type { Queryable } from './database.ts'
import { queryable } from './queryable.ts'
import { sql } from './sql.ts'

export interface MigrateOptions {
  readonly connectionString: string
  readonly clock: Clock
  readonly log: Log
  /** Holds `*.sql`, applied in name order. */
  readonly directory?: string
  /** Names of files; the others are left out. Default: all. */
  readonly only?: ReadonlySet<string>
}

export interface AppliedMigration {
  readonly name: string
  /** SHA-256 of the text, in hexadecimal. */
  readonly checksum: string
}

interface Migration extends AppliedMigration {
  readonly text: string
}

const ownDirectory = fileURLToPath(new URL('../../../migrations', import.meta.url))

/** Advisory lock: "Bure" in ASCII, and a number (limits/single-server-lock.ts has 1). */
const lockSpace = 0x42757265
const lockNumber = 2

const lockMsMax = 300_000

const insufficientPrivilege = '42501'
const lockNotAvailable = '55P03'

/** Returns the names of applied files. Throws OperatorError if an applied file changed or a newer version was here. */
export async function migrate(options: MigrateOptions): Promise<string[]> {
  const { connectionString, clock, log, directory = ownDirectory, only } = options
  const migrations = await readMigrations(directory)
  const client = await connectAlone(connectionString)
  try {
    const database = queryable(client)
    await takeLock(client, database)
    await prepareTable(database)
    const pending = checkApplied(migrations, await appliedMigrations(database)).filter(
      ({ name }) => only?.has(name) ?? true,
    )
    await migrateLibrary(connectionString)
    for (const migration of pending) await apply(client, migration, clock)
    const newest = pending.at(-1)?.name
    if (newest !== undefined) log.info({ migrations: pending.length, newest }, 'The database was migrated.')
    return pending.map(({ name }) => name)
  } catch (error) {
    throw explained(error)
  } finally {
    await client.end()
  }
}

/** The files of this version. */
export const knownMigrations = (): Promise<readonly AppliedMigration[]> => readMigrations(ownDirectory)

async function readMigrations(directory: string): Promise<Migration[]> {
  const names = (await readdir(directory)).filter((name) => name.endsWith('.sql')).sort()
  return Promise.all(
    names.map(async (name) => {
      const text = await readFile(join(directory, name), 'utf8')
      return { name, text, checksum: createHash('sha256').update(text).digest('hex') }
    }),
  )
}

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

async function takeLock(client: pg.Client, database: Queryable): Promise<void> {
  await client.query(`set /* platform.database.takeLock */ lock_timeout = ${lockMsMax}`)
  await database.run(
    sql`select /* platform.database.takeLock.2 */ pg_advisory_lock(${lockSpace}, ${lockNumber})`,
  )
  await client.query('set /* platform.database.takeLock.3 */ lock_timeout = 0')
}

async function prepareTable(database: Queryable): Promise<void> {
  const known = await database.first(sql`
    select /* platform.database.prepareTable */ where to_regclass('platform.migration') is not null`)
  if (known) return
  await database.run(sql`create /* platform.database.prepareTable.2 */ schema if not exists platform`)
  await database.run(sql`
    create /* platform.database.prepareTable.3 */ table if not exists platform.migration (
      name text primary key,
      checksum text not null,
      applied_at timestamptz not null
    )
  `)
  await database.run(
    sql`
      comment /* platform.database.prepareTable.4 */ on schema platform is 'Mechanisms below all services: events, mails, counters.'`,
  )
  await database.run(
    sql`
      comment /* platform.database.prepareTable.5 */ on table platform.migration is 'The files of migrations/ that were applied.'`,
  )
  await database.run(sql`
    comment /* platform.database.prepareTable.6 */ on column platform.migration.checksum is
      'SHA-256 of the text, in hexadecimal: a file never changes once it was applied.'
  `)
}

/** In order. The table must exist. */
export const appliedMigrations = (database: Queryable) =>
  database.rows<AppliedMigration>(
    sql`select /* platform.database.appliedMigrations */ name, checksum from platform.migration order by name`,
  )

function checkApplied(migrations: readonly Migration[], applied: readonly AppliedMigration[]) {
  const files = new Map(migrations.map((migration) => [migration.name, migration]))
  for (const { name, checksum } of applied) {
    const file = files.get(name)
    if (!file) {
      throw new OperatorError(
        `The database was migrated by a newer version of Bureau (${name} is unknown here). Start that version.`,
      )
    }
    if (file.checksum !== checksum) {
      throw new OperatorError(
        `migrations/${name} was changed after it was applied to this database. Restore the original file.`,
      )
    }
  }
  const done = new Set(applied.map(({ name }) => name))
  return migrations.filter(({ name }) => !done.has(name))
}

async function apply(client: pg.Client, { name, text, checksum }: Migration, clock: Clock): Promise<void> {
  await client.query('begin')
  try {
    await client.query(text)
    await queryable(client).run(sql`
      insert /* platform.database.apply */ into platform.migration (name, checksum, applied_at)
      values (${name}, ${checksum}, ${clock.now()})
    `)
    await client.query('commit')
  } catch (error) {
    await client.query('rollback').catch(() => {})
    throw new Error(`Migration ${name} failed: ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    })
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
