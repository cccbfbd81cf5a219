import { OperatorError } from '../operator-error.ts'
import { newerVersion, version } from '../version.ts'
import type { Queryable } from './database.ts'
import type { MigrationFile } from './migration-files.ts'
import { sql } from './sql.ts'

export interface AppliedMigration {
  readonly name: string
  readonly checksum: string
  readonly applied_at: Date
  /** Null: applied before versions were recorded. */
  readonly version: string | null
}

const tableExists = async (database: Queryable): Promise<boolean> =>
  (await database.first(sql`
    select /* platform.database.tableExists */ where to_regclass('platform.migration') is not null`)) !==
  undefined

export async function prepareTable(database: Queryable): Promise<void> {
  if (await tableExists(database)) return
  await database.run(sql`create /* platform.database.prepareTable */ schema if not exists platform`)
  await database.run(sql`
    create /* platform.database.prepareTable.2 */ table if not exists platform.migration (
      name text primary key,
      checksum text not null,
      applied_at timestamptz not null
    )
  `)
  await database.run(
    sql`
      comment /* platform.database.prepareTable.3 */ on schema platform is 'Mechanisms below all services: events, mails, counters.'`,
  )
  await database.run(
    sql`
      comment /* platform.database.prepareTable.4 */ on table platform.migration is 'The files of migrations/ that were applied.'`,
  )
  await database.run(sql`
    comment /* platform.database.prepareTable.5 */ on column platform.migration.checksum is
      'SHA-256 of the text, in hexadecimal: a file never changes once it was applied.'
  `)
}

/** In order. Works before the table exists, and before migration 0018 gave it a version. */
export async function appliedMigrations(database: Queryable): Promise<AppliedMigration[]> {
  if (!(await tableExists(database))) return []
  return database.rows(sql`
    select /* platform.database.appliedMigrations */
      name, checksum, applied_at, to_jsonb(migration) ->> 'version' as version
    from platform.migration order by name
  `)
}

/** A column that the table doesn't have yet is left out. */
export async function recordMigration(
  database: Queryable,
  { name, checksum }: MigrationFile,
  now: Date,
): Promise<void> {
  const row = JSON.stringify({ name, checksum, applied_at: now, version })
  await database.run(sql`
    insert /* platform.database.recordMigration */ into platform.migration
    select * from jsonb_populate_record(null::platform.migration, ${row}::jsonb)
  `)
}

/** The files that are not applied yet. Throws OperatorError for the database of a newer version and for changed files. */
export function pendingMigrations(
  files: readonly MigrationFile[],
  applied: readonly AppliedMigration[],
): MigrationFile[] {
  const known = new Map(files.map((file) => [file.name, file]))
  const unknown = applied.filter(({ name }) => !known.has(name)).at(-1)
  if (unknown) {
    throw unknown.version === null
      ? new OperatorError(
          `The database was migrated by a newer version of Bureau (${unknown.name} is unknown here). Start that version.`,
        )
      : newerVersion(unknown.version)
  }
  const changed = applied.find(({ name, checksum }) => known.get(name)?.checksum !== checksum)
  if (changed) {
    throw new OperatorError(
      `migrations/${changed.name} was changed after it was applied to this database. Restore the original file.`,
    )
  }
  const done = new Set(applied.map(({ name }) => name))
  return files.filter(({ name }) => !done.has(name))
}
