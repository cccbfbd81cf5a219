import type { Queryable } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import { simulatedCarriers } from '../../sms/inventory/pool.ts'

export interface WorkspaceContent {
  readonly files: number
  readonly bytes: number
  readonly texts: number
  readonly queued_texts: number
  readonly keys: number
  readonly webhooks: number
  readonly groups: number
  readonly members: number
  /** Real ones, which go back to the operator. */
  readonly numbers: number
  readonly simulated_numbers: number
  /** Stay. */
  readonly usage_entries: number
}

/** Reads every text of the workspaces. */
export const countContent = (
  database: Queryable,
  workspaceIds: readonly number[],
): Promise<WorkspaceContent> =>
  database.one<WorkspaceContent>(sql`
    with /* console.removal.countContent */ w as (select unnest(${workspaceIds}::bigint[]) as id)
    select
      (select coalesce(sum(file_count), 0)::bigint from files.usage where workspace_id in (select id from w)) as files,
      (select coalesce(sum(used_bytes), 0)::bigint from files.usage where workspace_id in (select id from w)) as bytes,
      (select count(*) from sms.message where workspace_id in (select id from w)) as texts,
      (select count(*) from sms.queue where workspace_id in (select id from w)) as queued_texts,
      (select count(*) from identity.api_key where workspace_id in (select id from w)) as keys,
      (select count(*) from webhooks.webhook where workspace_id in (select id from w)) as webhooks,
      (select count(*) from sms."group" where workspace_id in (select id from w)) as groups,
      (select count(*) from identity.every_member where workspace_id in (select id from w)) as members,
      (select count(*) from sms.number
        where dedicated_to in (select id from w) and removed_at is null
          and carrier <> all (${simulatedCarriers}::text[])) as numbers,
      (select count(*) from sms.number
        where dedicated_to in (select id from w) and removed_at is null
          and carrier = any (${simulatedCarriers}::text[])) as simulated_numbers,
      (select count(*) from sms.usage_entry where workspace_id in (select id from w)) as usage_entries`)

export interface PersonContent {
  readonly sessions: number
  /** In workspaces of others. */
  readonly keys_elsewhere: number
  readonly memberships: number
  /** Pass to the owners of their workspaces. */
  readonly webhooks_elsewhere: number
  /** Move to the plan "standard". */
  readonly sponsored: number
}

/** Outside of the person's own workspaces. */
export const countPersonContent = (
  database: Queryable,
  { userId, ownIds }: { readonly userId: number; readonly ownIds: readonly number[] },
): Promise<PersonContent> =>
  database.one<PersonContent>(sql`
    with /* console.removal.countPersonContent */ w as (select unnest(${ownIds}::bigint[]) as id)
    select
      (select count(*) from identity.session where user_id = ${userId}) as sessions,
      (select count(*) from identity.api_key
        where user_id = ${userId} and workspace_id not in (select id from w)) as keys_elsewhere,
      (select count(*) from identity.every_member
        where user_id = ${userId} and workspace_id not in (select id from w)) as memberships,
      (select count(*) from webhooks.webhook
        where created_by = ${userId} and workspace_id not in (select id from w)) as webhooks_elsewhere,
      (select count(*) from identity."user" where sponsor_id = ${userId}) as sponsored`)
