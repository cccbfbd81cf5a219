import type { Membership } from '../../identity/refusal.ts'
import type { Queryable } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'

export interface RemovalEffects {
  readonly keys: number
  readonly join_links: number
}

/** Undefined when the person is no member. */
export const findEffects = (
  database: Queryable,
  { workspaceId, userId }: Membership,
  now: Date,
): Promise<RemovalEffects | undefined> =>
  database.first<RemovalEffects>(sql`
    select /* console.member.findEffects */
      (select count(*) from identity.api_key k
        where k.user_id = m.user_id and k.workspace_id = m.workspace_id and k.revoked_at is null
          and k.orphaned_at is null and (k.expires_at is null or k.expires_at > ${now})) as keys,
      (select count(*) from identity.invite_code c
        where c.workspace_id = m.workspace_id and c.created_by = m.user_id and c.used_at is null
          and c.revoked_at is null) as join_links
      from identity.member m
     where m.workspace_id = ${workspaceId} and m.user_id = ${userId}`)
