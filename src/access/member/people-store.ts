import type { Queryable } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import type { Role } from '../principal.ts'

/** A member, or somebody who is invited: then without a name and `joinedAt`, and the id is the invitation's. */
export interface Person {
  /** Digits. */
  readonly id: string
  readonly email: string
  /** First and last name; empty when neither is known. */
  readonly name: string
  readonly role: Role
  /** `YYYY-MM-DD HH:MM:SS` in UTC; empty when the invitation is not accepted yet. */
  readonly joinedAt: string
}

/** Between people, and between what is known of one. No name has them: `user_name_separable`. */
const [recordSeparator, unitSeparator] = ['\u001e', '\u001f']

/**
 * The people of a workspace: the owner, members in the order in which they joined, then pending invitations, newest
 * first. One statement, so that somebody who accepts at this moment is in the list once; as one text with all in the form in
 * which it is shown, because a thousand rows, or JSON of them, take PostgreSQL and this process two to four times as long.
 */
export async function listPeople(database: Queryable, workspaceId: number): Promise<readonly Person[]> {
  const { people } = await database.one<{ people: string | null }>(sql`
    select /* access.member.listPeople */ string_agg(
             concat_ws(${unitSeparator}, id, email, role, coalesce(left((joined_at at time zone 'UTC')::text, 19), ''), name),
             ${recordSeparator}) as people
      from (
        select id, email, role, joined_at, name
          from (
            select m.user_id as id, u.email, u.first_name || ' ' || u.last_name as name, m.role, m.joined_at,
                   null::timestamptz as invited_at
              from access.member m
              join access.user u on u.id = m.user_id
             where m.workspace_id = ${workspaceId}
            union all
            select id, email, '', role, null, invited_at
              from access.invitation
             where workspace_id = ${workspaceId} and accepted_at is null and cancelled_at is null
          ) listed
         order by role <> 'owner', joined_at nulls last, invited_at desc, id
      ) person`)
  return people === null ? [] : people.split(recordSeparator).map(toPerson)
}

function toPerson(record: string): Person {
  const [id = '', email = '', role = '', joinedAt = '', name = ''] = record.split(unitSeparator)
  return { id, email, name: name.trim(), role: role as Role, joinedAt }
}
