import type { Queryable } from '../platform/database/database.ts'
import { sql } from '../platform/database/sql.ts'

export const holdsData = async (database: Queryable): Promise<boolean> =>
  (await database.first(sql`
    select /* demo.holdsData */ 1
     where exists (select from files.file) or exists (select from sms.message) or exists (select from sms.unrouted)
        or exists (select from webhooks.webhook)
        or exists (select from sms.number where workspace_id is not null)`)) !== undefined

export interface Additions {
  readonly files: number
  readonly messages: number
  readonly keys: number
  readonly webhooks: number
  readonly groups: number
  readonly numbers: number
  readonly people: number
}

/** What others put into the demo's workspaces. `since` is when the demo was complete. */
export const countAdditions = (
  database: Queryable,
  workspaceIds: readonly number[],
  since: Date,
): Promise<Additions> =>
  database.one<Additions>(sql`
    with /* demo.countAdditions */ w as (select unnest(${workspaceIds}::bigint[]) as id)
    select
      (select count(*) from files.file where workspace_id in (select id from w) and created_at > ${since}) as files,
      (select count(*) from sms.message where workspace_id in (select id from w) and created_at > ${since}) as messages,
      (select count(*) from identity.api_key where workspace_id in (select id from w) and created_at > ${since}) as keys,
      (select count(*) from webhooks.webhook where workspace_id in (select id from w) and created_at > ${since}) as webhooks,
      (select count(*) from sms."group" where workspace_id in (select id from w) and created_at > ${since}) as groups,
      (select count(*) from sms.number where workspace_id in (select id from w) and added_at > ${since}
        and removed_at is null) as numbers,
      (select count(*) from identity.member m join identity."user" u on u.id = m.user_id
        where m.workspace_id in (select id from w) and not u.demo and m.joined_at > ${since}) as people`)
