import type { Queryable } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'

export type NamedKind = 'user' | 'key' | 'invitation' | 'webhook' | 'number' | 'workspace'

export type NamedIds = Readonly<Record<Exclude<NamedKind, 'workspace'>, readonly number[]>>

export interface Named {
  readonly kind: NamedKind
  readonly id: number
  /** The e-mail address of a person or an invitation. */
  readonly name: string
  readonly person: string | null
}

/** People by ID, since they may have left; anything else only in the workspace. */
export const findNames = (
  database: Queryable,
  workspaceId: number,
  { user, key, invitation, webhook, number }: NamedIds,
): Promise<Named[]> =>
  database.rows<Named>(sql`
    select /* console.audit.findNames */ 'user' as kind, id, email as name,
      nullif(btrim(first_name || ' ' || last_name), '') as person
      from identity."user" where id = any (${user}::bigint[])
    union all
    select 'key', id, name, null from identity.api_key
     where id = any (${key}::bigint[]) and workspace_id = ${workspaceId}
    union all
    select 'invitation', id, email, null from identity.invitation
     where id = any (${invitation}::bigint[]) and workspace_id = ${workspaceId}
    union all
    select 'webhook', id, name, null from webhooks.webhook
     where id = any (${webhook}::bigint[]) and workspace_id = ${workspaceId}
    union all
    select 'number', id, phone, null from sms.number
     where id = any (${number}::bigint[]) and (workspace_id = ${workspaceId} or workspace_id is null)
    union all
    select 'workspace', id, name, null from identity.workspace where id = ${workspaceId}`)
