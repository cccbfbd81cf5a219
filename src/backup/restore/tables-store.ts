import pg from 'pg'
import type { Queryable } from '../../platform/database/database.ts'
import { sql, type Statement } from '../../platform/database/sql.ts'
import type { ArchiveHead } from '../archive/format.ts'
import { schemas } from '../snapshot-store.ts'

/** `identity.user` → `"identity"."user"`. */
export function quotedName(name: string): string {
  const dot = name.indexOf('.')
  return `${pg.escapeIdentifier(name.slice(0, dot))}.${pg.escapeIdentifier(name.slice(dot + 1))}`
}

/** The text is made of quoted names. */
const statement = (text: string): Statement => ({ text, values: [] })

/** A program that uses the tables must not hold up the restore for ever. */
export const limitLocks = (database: Queryable): Promise<number> =>
  database.run(sql`select /* backup.restore.limitLocks */ set_config('lock_timeout', '10s', true)`)

/** Those of the schema, with the columns that a row has. */
export const knownTables = (database: Queryable): Promise<ArchiveHead['tables']> =>
  database.rows(sql`
    select /* backup.restore.knownTables */ nspname || '.' || relname as name,
      array(
        select attname::text from pg_attribute
        where attrelid = class.oid and attnum > 0 and not attisdropped and attgenerated = ''
      ) as columns
    from pg_class class
    join pg_namespace on pg_namespace.oid = relnamespace
    where relkind = 'r' and nspname = any(${schemas})`)

export interface ForeignKey {
  readonly owner: string
  readonly name: string
  readonly definition: string
}

/** Of these tables, and to them. */
export const foreignKeysOf = (database: Queryable, tables: readonly string[]): Promise<ForeignKey[]> =>
  database.rows<ForeignKey>(sql`
    select /* backup.restore.foreignKeysOf */
      conrelid::regclass::text as owner, quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
    from pg_constraint
    where contype = 'f' and conparentid = 0
      and (conrelid = any (${tables}::text[]::regclass[]) or confrelid = any (${tables}::text[]::regclass[]))
    order by conrelid, conname`)

export const dropForeignKey = (database: Queryable, { owner, name }: ForeignKey): Promise<number> =>
  database.run(statement(`alter /* backup.restore.dropForeignKey */ table ${owner} drop constraint ${name}`))

/** Checks all rows. */
export const addForeignKey = (
  database: Queryable,
  { owner, name, definition }: ForeignKey,
): Promise<number> =>
  database.run(
    statement(`alter /* backup.restore.addForeignKey */ table ${owner} add constraint ${name} ${definition}`),
  )

export const switchTriggers = (
  database: Queryable,
  table: string,
  to: 'enable' | 'disable',
): Promise<number> =>
  database.run(statement(`alter /* backup.restore.switchTriggers */ table ${table} ${to} trigger user`))

export const truncate = (database: Queryable, tables: readonly string[]): Promise<number> =>
  database.run(statement(`truncate /* backup.restore.truncate */ ${tables.join(', ')}`))

export const copyStatement = (table: string, columns: readonly string[]): string =>
  `copy /* backup.restore.copy */ ${table} (${columns.map((column) => pg.escapeIdentifier(column)).join(', ')}) from stdin`

export async function countRows(database: Queryable, table: string): Promise<number> {
  const { count } = await database.one<{ count: number }>(
    statement(`select /* backup.restore.countRows */ count(*) from ${table}`),
  )
  return count
}

export const setSequence = (
  database: Queryable,
  sequence: string,
  { value, drawn }: { readonly value: number; readonly drawn: boolean },
): Promise<number> =>
  database.run(sql`
    select /* backup.restore.setSequence */ setval(${sequence}::text::regclass, ${value}::bigint, ${drawn}::boolean)`)

/** Without it, the first plans would take all tables for empty. */
export const analyze = (database: Queryable): Promise<number> =>
  database.run(sql`analyze /* backup.restore.analyze */`)

/** Whether people or numbers are in the database. */
export async function isInUse(database: Queryable): Promise<boolean> {
  const { people, numbers } = await database.one<{ people: string | null; numbers: string | null }>(sql`
    select /* backup.restore.isInUse */ to_regclass('identity."user"') as people, to_regclass('sms.number') as numbers`)
  for (const table of [people, numbers]) {
    if (table === null) continue
    const { found } = await database.one<{ found: boolean }>(
      statement(`select /* backup.restore.isInUse.2 */ exists (select from ${table}) as found`),
    )
    if (found) return true
  }
  return false
}

/** No other restore or server may add people until the transaction ends. */
export const lockPeople = (database: Queryable): Promise<number> =>
  database.run(sql`lock /* backup.restore.lockPeople */ table identity."user" in access exclusive mode`)

export const dropSchemas = (database: Queryable): Promise<number> =>
  database.run(
    statement(
      `drop /* backup.restore.dropSchemas */ schema if exists ${schemas.map((name) => pg.escapeIdentifier(name)).join(', ')} cascade`,
    ),
  )
