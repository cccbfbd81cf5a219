import type { Client } from 'pg'
import type { Queryable } from '../platform/database/database.ts'
import { sql } from '../platform/database/sql.ts'
import type { ArchiveHead } from './archive/format.ts'

const settings = {
  statement_timeout: '0',
  lock_timeout: '0',
  idle_in_transaction_session_timeout: '0',
  idle_session_timeout: '0',
  transaction_timeout: '0',
  // A policy that hides rows is an error.
  row_security: 'off',
  // The text of COPY depends on these.
  DateStyle: 'ISO',
  IntervalStyle: 'postgres',
  TimeZone: 'UTC',
  extra_float_digits: '3',
  bytea_output: 'hex',
}

/** For a session of its own, whatever the role's defaults are. Older versions of PostgreSQL lack some settings. */
export async function prepareSession(client: Client): Promise<void> {
  for (const [name, value] of Object.entries(settings))
    await client.query(
      'select /* backup.prepareSession */ set_config(name, $2, false) from pg_settings where name = $1',
      [name, value],
    )
}

/** Everything that is read until `closeSnapshot` is of one moment: that of the first statement. */
export async function openSnapshot(client: Client): Promise<void> {
  await client.query('begin isolation level repeatable read, read only')
}

/** While it is open, PostgreSQL keeps every old row. */
export async function closeSnapshot(client: Client): Promise<void> {
  await client.query('commit')
}

/** The schemas of Bureau; `graphile_worker` has the jobs. */
export const schemas = ['files', 'graphile_worker', 'identity', 'platform', 'sms', 'webhooks']

/** What the migrations themselves fill. */
const madeByMigrations = ['platform.migration', 'graphile_worker.migrations']

interface SnapshotTable {
  readonly name: string
  /** Without generated ones. */
  readonly columns: string[]
  readonly estimate: number
  /** Those that its foreign keys refer to. */
  readonly refers_to: string[]
}

export const findTables = (snapshot: Queryable): Promise<SnapshotTable[]> =>
  snapshot.rows<SnapshotTable>(sql`
    select /* backup.findTables */ nspname || '.' || relname as name,
      array(
        select attname::text from pg_attribute
        where attrelid = class.oid and attnum > 0 and not attisdropped and attgenerated = ''
        order by attnum
      ) as columns,
      greatest(reltuples, 0)::bigint as estimate,
      array(
        select distinct target_space.nspname || '.' || target.relname from pg_constraint
        join pg_class target on target.oid = confrelid
        join pg_namespace target_space on target_space.oid = target.relnamespace
        where conrelid = class.oid and contype = 'f' and confrelid <> class.oid
      ) as refers_to
    from pg_class class
    join pg_namespace on pg_namespace.oid = relnamespace
    where relkind = 'r' and nspname = any(${schemas}) and nspname || '.' || relname <> all(${madeByMigrations})
    order by 1`)

export async function findSequences(snapshot: Queryable): Promise<ArchiveHead['sequences']> {
  const rows = await snapshot.rows<{ name: string; value: number; drawn: boolean }>(sql`
    select /* backup.findSequences */ schemaname || '.' || sequencename as name,
      coalesce(last_value, start_value) as value, last_value is not null as drawn
    from pg_sequences where schemaname = any(${schemas})
    order by 1`)
  return Object.fromEntries(rows.map(({ name, value, drawn }) => [name, { value, drawn }]))
}

export const findMigrations = (snapshot: Queryable): Promise<ArchiveHead['migrations']> =>
  snapshot.rows(sql`
    select /* backup.findMigrations */ name, checksum from platform.migration order by name`)

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`

export const copyTable = ({ name, columns }: Pick<SnapshotTable, 'name' | 'columns'>): string =>
  `copy /* backup.copyTable */ ${name.split('.').map(quoted).join('.')} (${columns.map(quoted).join(', ')}) to stdout`

/** Tables after those that they refer to, except in cycles. */
export function inLoadOrder<Table extends Pick<SnapshotTable, 'name' | 'refers_to'>>(
  tables: readonly Table[],
): Table[] {
  const left = new Map(tables.map((table) => [table.name, table]))
  const ordered: Table[] = []
  for (;;) {
    const [first] = left.values()
    if (!first) return ordered
    const next = left.values().find(({ refers_to }) => !refers_to.some((name) => left.has(name))) ?? first
    left.delete(next.name)
    ordered.push(next)
  }
}
