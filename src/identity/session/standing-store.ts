import type { Queryable } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import { isOpen, type SessionTimes } from './rules.ts'

export interface Standing {
  readonly sessionId: number
  readonly workspaceIds: readonly number[]
  readonly operator: boolean
}

interface StandingRow extends Standing, SessionTimes {
  readonly disabled: boolean
}

/** Of the sessions that are open. */
export async function listStandings(
  database: Queryable,
  sessionIds: readonly number[],
  now: Date,
): Promise<readonly Standing[]> {
  const rows = await database.rows<StandingRow>(sql`
    select /* identity.session.listStandings */
      s.id as "sessionId", s.seen_at, s.expires_at, s.ended_at, u.disabled_at is not null as disabled,
      array(select workspace_id from identity.member m where m.user_id = s.user_id) as "workspaceIds",
      u.operator_since is not null as operator
      from identity.session s
      join identity.user u on u.id = s.user_id
     where s.id = any (${sessionIds}::bigint[])`)
  return rows.filter((row) => !row.disabled && isOpen(row, now))
}
