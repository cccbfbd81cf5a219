import type { Queryable } from '../database/database.ts'
import { identifier, sql } from '../database/sql.ts'

export interface SealedColumnOptions {
  /** For people, in the plural: `secrets of webhooks`. */
  readonly what: string
  /** As in the catalog: `webhooks.webhook`. */
  readonly table: string
  readonly column: string
  /** The primary key. */
  readonly key: { readonly name: string; readonly type: 'bigint' | 'text' }
  /** The column that the purpose names; by default the key. */
  readonly owner?: string
  readonly purposeOf: (owner: string) => string
  /** Only rows with this value have a secret, and an index finds them. */
  readonly among?: { readonly name: string; readonly value: number }
}

export interface SealedRow {
  readonly key: string
  readonly owner: string
  readonly sealed: Buffer
}

export interface Resealed {
  readonly key: string
  readonly before: Buffer
  readonly after: Buffer
}

export interface SealedCount {
  /** The beginning, which names the key. */
  readonly head: Buffer
  readonly count: number
}

/** A column whose values the vault sealed. Every one is listed, so that a rotation of the key finds it. */
export interface SealedColumn {
  readonly what: string
  /** `webhooks.webhook.sealed_secret` */
  readonly name: string
  readonly purposeOf: (owner: string) => string
  readonly count: (database: Queryable) => Promise<readonly SealedCount[]>
  /** Rows in the order of their keys, after `after`, that another key sealed than the one with this head. */
  readonly findOthers: (
    database: Queryable,
    page: { readonly head: Buffer; readonly after: string | undefined; readonly max: number },
  ) => Promise<readonly SealedRow[]>
  /** Leaves rows that were written since. Returns how many it changed. */
  readonly replace: (database: Queryable, rows: readonly Resealed[]) => Promise<number>
}

/** Version and key ID at the beginning of what the vault seals. */
const headBytes = 5

export const headOf = (sealed: Buffer): Buffer => sealed.subarray(0, headBytes)

export function sealedColumn(options: SealedColumnOptions): SealedColumn {
  const { what, purposeOf } = options
  const table = identifier(options.table)
  const column = identifier(options.column)
  const key = identifier(options.key.name)
  const owner = identifier(options.owner ?? options.key.name)
  const keys = identifier(`${options.key.type}[]`)
  const among = options.among ? sql`${identifier(options.among.name)} = ${options.among.value}` : sql`true`
  const first = options.key.type === 'bigint' ? '-1' : ''
  return {
    what,
    name: `${options.table}.${options.column}`,
    purposeOf,
    count: (database) =>
      database.rows<SealedCount>(sql`
        select /* platform.secrets.sealedColumn */ substring(${column} from 1 for 5) as head, count(*)::int as count
          from ${table}
         where ${column} is not null and ${among}
         group by head`),
    findOthers: (database, { head, after = first, max }) =>
      database.rows<SealedRow>(sql`
        select /* platform.secrets.sealedColumn.2 */ ${key}::text as key, ${owner}::text as owner, ${column} as sealed
          from ${table}
         where ${key} > ${after} and ${column} is not null and ${among}
           and substring(${column} from 1 for 5) <> ${head}
         order by ${key}
         limit ${max}`),
    replace: (database, rows) =>
      database.run(sql`
        update /* platform.secrets.sealedColumn.3 */ ${table} as stored
           set ${column} = given.after
          from unnest(
                 ${rows.map((row) => row.key)}::${keys}, ${rows.map((row) => row.before)}::bytea[],
                 ${rows.map((row) => row.after)}::bytea[]
               ) as given (key, before, after)
         where stored.${key} = given.key and stored.${column} = given.before`),
  }
}
