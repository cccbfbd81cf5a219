import type { Queryable } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'

/** One statement, so that someone who is just accepting is listed once. Why it is JSON: docs/decisions/0021. */
export async function listPeople(database: Queryable, workspaceId: number): Promise<string> {
  const { people } = await database.one<{ people: string }>(sql`
    select /* identity.member.listPeople */ concat('[', concat_ws(',', (
      select string_agg(concat(
               '{"user_id":', m.user_id,
               ',"email":', to_json(u.email),
               ',"name":', coalesce(to_json(nullif(btrim(u.first_name || ' ' || u.last_name), ''))::text, 'null'),
               ',"role":"', m.role,
               '","status":"active","joined_at":"', left((m.joined_at at time zone 'UTC')::text, 19), '"}'
             ), ',' order by m.role <> 'owner', m.joined_at, m.user_id)
        from identity.member m
        join identity.user u on u.id = m.user_id
       where m.workspace_id = ${workspaceId}
    ), (
      select string_agg(concat(
               '{"user_id":', id,
               ',"email":', to_json(email),
               ',"name":null,"role":"', role,
               '","status":"pending","joined_at":null}'
             ), ',' order by invited_at desc, id)
        from identity.invitation
       where workspace_id = ${workspaceId} and accepted_at is null and cancelled_at is null
    )), ']') as people`)
  return people
}
