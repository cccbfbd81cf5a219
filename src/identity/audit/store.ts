import type { Queryable } from '../../platform/database/database.ts'
import { sql, type Fragment } from '../../platform/database/sql.ts'

/** `person` is logged in; `operator` uses the command line, or has a user ID and uses the web app. */
export type AuditActor = 'key' | 'person' | 'operator' | 'nobody'

/** An entry never holds secrets. */
export interface AuditEntry {
  readonly actor: AuditActor
  readonly userId?: number | undefined
  readonly keyId?: number | undefined
  readonly workspaceId?: number | undefined
  /** Noun and verb: `user.create`, `member.remove`, `session.begin`. */
  readonly action: string
  /** `user:17`. */
  readonly target?: string | undefined
  /** `ok`, or the code of the refusal. */
  readonly outcome: string
  readonly requestId?: string | undefined
  readonly address?: string | undefined
  /** Number of calls that the entry stands for; 1 by default. */
  readonly calls?: number | undefined
}

export const insertEntry = (tx: Queryable, at: Date, entry: AuditEntry): Promise<number> =>
  tx.run(sql`
    insert /* identity.audit.insertEntry */ into identity.audit
      (at, actor, user_id, key_id, workspace_id, action, target, outcome, request_id, address, calls)
    values (${at}, ${entry.actor}, ${entry.userId ?? null}, ${entry.keyId ?? null}, ${entry.workspaceId ?? null},
            ${entry.action}, ${entry.target ?? null}, ${entry.outcome}, ${entry.requestId ?? null},
            ${entry.address ?? null}, ${entry.calls ?? 1})`)

export interface AuditRow {
  readonly id: number
  readonly at: Date
  readonly actor: AuditActor
  readonly user_id: number | null
  readonly key_id: number | null
  readonly workspace_id: number | null
  readonly action: string
  readonly target: string | null
  readonly outcome: string
  readonly request_id: string | null
  readonly address: string | null
  readonly calls: number
}

export interface AuditFilter {
  readonly workspaceId?: number | undefined
  readonly userId?: number | undefined
  readonly keyId?: number | undefined
  /** Only entries with a smaller id. */
  readonly before?: number | undefined
}

const only = (column: Fragment, value: number | undefined): Fragment =>
  value === undefined ? sql`true` : sql`${column} = ${value}`

export const listEntries = (
  database: Queryable,
  { workspaceId, userId, keyId, before }: AuditFilter,
  limit: number,
): Promise<AuditRow[]> =>
  database.rows<AuditRow>(sql`
    select /* identity.audit.listEntries */ id, at, actor, user_id, key_id, workspace_id, action, target, outcome,
      request_id, address, calls
      from identity.audit
     where ${only(sql`workspace_id`, workspaceId)} and ${only(sql`user_id`, userId)} and ${only(sql`key_id`, keyId)}
       and ${before === undefined ? sql`true` : sql`id < ${before}`}
     order by id desc
     limit ${limit}`)

/** IDs rise with time, so the oldest entries are found first. Resolves with the number deleted, at most `max`. */
export const deleteEntries = (database: Queryable, before: Date, max: number): Promise<number> =>
  database.run(sql`
    delete /* identity.audit.deleteEntries */ from identity.audit
     where id in (select id from (select id, at from identity.audit order by id limit ${max}) oldest where at < ${before})`)

export interface WorkspaceAuditFilter {
  readonly workspaceId: number
  /** As a member; not what the person did as an operator. */
  readonly userId?: number | undefined
  readonly action?: string | undefined
  readonly from?: Date | undefined
  readonly to?: Date | undefined
  /** Only entries that come after the one with this ID. */
  readonly before?: number | undefined
}

/** Newest first. IDs follow the order of inserts and not that of times, which differ among concurrent transactions. */
export const listOfWorkspace = (
  database: Queryable,
  { workspaceId, userId, action, from, to, before }: WorkspaceAuditFilter,
  limit: number,
): Promise<AuditRow[]> =>
  database.rows<AuditRow>(sql`
    select /* identity.audit.listOfWorkspace */ id, at, actor, user_id, key_id, workspace_id, action, target, outcome,
      request_id, address, calls
      from identity.audit
     where workspace_id = ${workspaceId}
       and ${userId === undefined ? sql`true` : sql`user_id = ${userId} and actor <> 'operator'`}
       and ${action === undefined ? sql`true` : sql`action = ${action}`}
       and ${from === undefined ? sql`true` : sql`at >= ${from}`}
       and ${to === undefined ? sql`true` : sql`at < ${to}`}
       and ${
         before === undefined
           ? sql`true`
           : sql`(at, id) < ((select at from identity.audit where id = ${before}), ${before}::bigint)`
       }
     order by at desc, id desc
     limit ${limit}`)
