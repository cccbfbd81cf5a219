import type { Queryable } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import type { Role } from '../principal.ts'

/** A member, or somebody who is invited: then without names and `joined_at`, and the id is the invitation's. */
export interface PersonRow {
  readonly id: number
  readonly email: string
  readonly first_name: string | null
  readonly last_name: string | null
  readonly role: Role
  /** Seconds since 1970. */
  readonly joined_at: number | null
}

/**
 * The people of a workspace: the owner, members in the order in which they joined, then pending invitations, newest
 * first. One statement, so that somebody who accepts at this moment is in the list once; as one JSON value, because a
 * thousand rows take our process twice as long to read.
 */
export async function listPeople(database: Queryable, workspaceId: number): Promise<readonly PersonRow[]> {
  const { people } = await database.one<{ people: readonly PersonRow[] | null }>(sql`
    select /* access.member.listPeople */ json_agg(person) as people
      from (
        select id, email, first_name, last_name, role, extract(epoch from joined_at) as joined_at
          from (
            select m.user_id as id, u.email, u.first_name, u.last_name, m.role, m.joined_at,
                   null::timestamptz as invited_at
              from access.member m
              join access.user u on u.id = m.user_id
             where m.workspace_id = ${workspaceId}
            union all
            select id, email, null, null, role, null, invited_at
              from access.invitation
             where workspace_id = ${workspaceId} and accepted_at is null and cancelled_at is null
          ) listed
         order by role <> 'owner', listed.joined_at nulls last, invited_at desc, id
      ) person`)
  return people ?? []
}
