import type { Queryable, Transaction } from '../../platform/database/database.ts'
import { sql, type Fragment } from '../../platform/database/sql.ts'
import type { ListPage } from '../page.ts'
import type { KeyRow } from './model.ts'
import type { ServiceName } from '../services.ts'

/** A key as the operator sees it, without its digest. */
export interface ListedKey extends Pick<
  KeyRow,
  | 'id'
  | 'prefix'
  | 'name'
  | 'service'
  | 'environment'
  | 'user_id'
  | 'workspace_id'
  | 'scopes'
  | 'per_minute'
  | 'per_day'
  | 'number_id'
  | 'folder_id'
  | 'ips'
  | 'domains'
  | 'created_at'
  | 'expires_at'
  | 'revoked_at'
  | 'orphaned_at'
  | 'role'
  | 'disabled'
> {
  /** At most a few seconds behind. */
  readonly last_used_at: Date | null
}

export interface KeyFilter {
  readonly userId?: number | undefined
  readonly workspaceId?: number | undefined
  readonly service?: ServiceName | undefined
}

export const listedColumns = sql`
    k.id, k.prefix, k.name, k.service, k.environment, k.user_id, k.workspace_id, k.scopes, k.per_minute, k.per_day,
    k.number_id, k.folder_id, k.ips, k.domains, k.created_at, k.expires_at, k.revoked_at, k.orphaned_at, m.role,
    u.disabled_at is not null as disabled, l.last_used_at`

export const listedTables = sql`
      from identity.api_key k
      join identity.user u on u.id = k.user_id
      left join identity.member m on m.workspace_id = k.workspace_id and m.user_id = k.user_id
      left join identity.api_key_use l on l.key_id = k.id`

const listed = sql`${listedColumns} ${listedTables}`

export const listKeys = (
  database: Queryable,
  { userId, workspaceId, service }: KeyFilter,
  { after, limit }: ListPage,
): Promise<ListedKey[]> =>
  database.rows<ListedKey>(sql`
    select /* identity.key.listKeys */ ${listed}
     where k.id > ${after}
       and ${given(userId, (id) => sql`k.user_id = ${id}`)}
       and ${given(workspaceId, (id) => sql`k.workspace_id = ${id}`)}
       and ${given(service, (name) => sql`k.service = ${name}`)}
     order by k.id
     limit ${limit}`)

export const given = <Value>(value: Value | undefined, condition: (value: Value) => Fragment): Fragment =>
  value === undefined ? sql`true` : condition(value)

/** Serializes changes of one key. */
export const holdKey = (tx: Transaction, id: number): Promise<ListedKey | undefined> =>
  tx.first<ListedKey>(sql`
    select /* identity.key.holdKey */ ${listed} where k.id = ${id} for update of k`)

export const findListedKey = (database: Queryable, id: number): Promise<ListedKey | undefined> =>
  database.first<ListedKey>(sql`
    select /* identity.key.findListedKey */ ${listed} where k.id = ${id}`)
