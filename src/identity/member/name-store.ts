import type { Queryable } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import type { Membership } from '../refusal.ts'

/** First and last name of a member; undefined when they left, are disabled, or have no name. */
export const findMemberName = async (
  database: Queryable,
  { workspaceId, userId }: Membership,
): Promise<string | undefined> => {
  const member = await database.first<{ name: string | null }>(sql`
    select /* identity.member.findMemberName */ nullif(btrim(u.first_name || ' ' || u.last_name), '') as name
      from identity.member m
      join identity."user" u on u.id = m.user_id and u.disabled_at is null
     where m.workspace_id = ${workspaceId} and m.user_id = ${userId}`)
  return member?.name ?? undefined
}
