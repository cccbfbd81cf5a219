import type { Queryable } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import type { Membership } from '../refusal.ts'

/** First and last names by ID, without people who left, are disabled, or have no name. */
export async function findMemberNames(
  database: Queryable,
  workspaceId: number,
  userIds: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  if (userIds.length === 0) return new Map()
  const rows = await database.rows<{ id: number; name: string }>(sql`
    select /* identity.member.findMemberNames */ u.id, btrim(u.first_name || ' ' || u.last_name) as name
      from identity.member m
      join identity."user" u on u.id = m.user_id and u.disabled_at is null
     where m.workspace_id = ${workspaceId} and m.user_id = any (${userIds}::bigint[])
       and btrim(u.first_name || ' ' || u.last_name) <> ''`)
  return new Map(rows.map(({ id, name }) => [id, name]))
}

export const findMemberName = async (
  database: Queryable,
  { workspaceId, userId }: Membership,
): Promise<string | undefined> => (await findMemberNames(database, workspaceId, [userId])).get(userId)
