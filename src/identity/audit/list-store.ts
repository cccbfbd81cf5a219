import type { Queryable } from '../../platform/database/database.ts'
import { sql, type Fragment } from '../../platform/database/sql.ts'
import type { AuditRow } from './store.ts'

export interface WholeAuditFilter {
  readonly userId?: number | undefined
  readonly workspaceId?: number | undefined
  readonly action?: string | undefined
  readonly from?: Date | undefined
  readonly to?: Date | undefined
  /** Only entries that come after the one with this ID. */
  readonly before?: number | undefined
}

/** With the names of who did it and to what. */
export interface NamedAuditRow extends AuditRow {
  readonly email: string | null
  readonly key_name: string | null
  /** The address of a person, or the name of a workspace. */
  readonly target_name: string | null
}

const given = <Value>(value: Value | undefined, condition: (value: Value) => Fragment): Fragment =>
  value === undefined ? sql`true` : condition(value)

const targetId = (kind: Fragment): Fragment =>
  sql`case when e.target ~ ('^' || ${kind} || ':[1-9][0-9]{0,14}$') then split_part(e.target, ':', 2)::bigint end`

/** Of the whole installation, newest first. IDs follow the order of inserts, which differs from that of times. */
export const listWholeAudit = (
  database: Queryable,
  { userId, workspaceId, action, from, to, before }: WholeAuditFilter,
  limit: number,
): Promise<NamedAuditRow[]> =>
  database.rows<NamedAuditRow>(sql`
    with /* identity.audit.listWholeAudit */ e as (
      select id, at, actor, user_id, key_id, workspace_id, action, target, outcome, request_id, address, calls
        from identity.audit
       where ${given(userId, (id) => sql`user_id = ${id}`)}
         and ${given(workspaceId, (id) => sql`workspace_id = ${id}`)}
         and ${given(action, (name) => sql`action = ${name}`)}
         and ${given(from, (at) => sql`at >= ${at}`)}
         and ${given(to, (at) => sql`at < ${at}`)}
         and ${given(before, (id) => sql`(at, id) < ((select at from identity.audit where id = ${id}), ${id}::bigint)`)}
       order by at desc, id desc
       limit ${limit}
    )
    select e.*, u.email, k.name as key_name, coalesce(person.email, w.name) as target_name
      from e
      left join identity."user" u on u.id = e.user_id
      left join identity.api_key k on k.id = e.key_id
      left join identity."user" person on person.id = ${targetId(sql`'user'`)}
      left join identity.workspace w on w.id = ${targetId(sql`'workspace'`)}
     order by e.at desc, e.id desc`)
