import type { Queryable, Transaction } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import type { ServiceName } from '../services.ts'
import { given, listedColumns, listedTables, type ListedKey } from './list-store.ts'
import type { KeyState } from './rules.ts'

/** A key as the members of its workspace see it. */
export interface WorkspaceKey extends ListedKey {
  readonly email: string
  readonly first_name: string
  readonly last_name: string
}

export interface WorkspaceKeyFilter {
  readonly workspaceId: number
  /** Only keys of this creator. */
  readonly userId?: number | undefined
  readonly service?: ServiceName | undefined
  readonly state?: KeyState | undefined
  /** Only keys with a smaller id. */
  readonly before?: number | undefined
}

const shown = sql`${listedColumns}, u.email, u.first_name, u.last_name ${listedTables}`

/** Newest first. `now` decides what has expired, by the rule of `stateOf`. */
export const listWorkspaceKeys = (
  database: Queryable,
  { workspaceId, userId, service, state, before }: WorkspaceKeyFilter,
  now: Date,
  limit: number,
): Promise<WorkspaceKey[]> =>
  database.rows<WorkspaceKey>(sql`
    select /* identity.key.listWorkspaceKeys */ ${shown}
     where k.workspace_id = ${workspaceId}
       and ${given(userId, (id) => sql`k.user_id = ${id}`)}
       and ${given(service, (name) => sql`k.service = ${name}`)}
       and ${given(before, (id) => sql`k.id < ${id}`)}
       and ${given(
         state,
         (name) => sql`
           case when k.revoked_at is not null then 'revoked' when k.expires_at <= ${now} then 'expired'
                when u.disabled_at is not null then 'disabled'
                when m.role is null or k.orphaned_at is not null then 'orphaned' else 'active' end = ${name}`,
       )}
     order by k.id desc
     limit ${limit}`)

export const findWorkspaceKey = (
  database: Queryable,
  workspaceId: number,
  id: number,
): Promise<WorkspaceKey | undefined> =>
  database.first<WorkspaceKey>(sql`
    select /* identity.key.findWorkspaceKey */ ${shown} where k.id = ${id} and k.workspace_id = ${workspaceId}`)

/** Keys that have not ended, or will work again when their creator is enabled. */
export async function countLasting(tx: Transaction, workspaceId: number): Promise<number> {
  const { count } = await tx.one<{ count: number }>(sql`
    select /* identity.key.countLasting */ count(*) from identity.api_key
     where workspace_id = ${workspaceId} and revoked_at is null and orphaned_at is null
       and (expires_at is null or expires_at > ${tx.now()})`)
  return count
}
