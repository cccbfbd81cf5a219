import type { Transaction } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import type { MessageError, Status } from '../message/model.ts'
import type { ReportedStatus } from '../message/rules.ts'

export interface ReportedMessage {
  readonly id: number
  readonly workspaceId: number
  readonly numberId: number
  readonly status: Status
  readonly expiresAt: Date | null
  readonly attempts: number
  /** When the next attempt is due; null: the number has the message. */
  readonly dueAt: Date | null
  readonly hasFailures: boolean
}

/** Locks messages in order of ids, so that concurrent reports never deadlock. */
export const holdHanded = (tx: Transaction, ids: readonly number[]): Promise<ReportedMessage[]> =>
  tx.rows<ReportedMessage>(sql`
    select /* sms.queue.holdHanded */ m.id, m.workspace_id as "workspaceId", m.number_id as "numberId", m.status,
           m.expires_at as "expiresAt",
           coalesce(r.attempts, 0) as attempts, r.due_at as "dueAt", n.recent_failures <> 0 as "hasFailures"
      from sms.message m
      join sms.number n on n.id = m.number_id
      left join sms.retry r on r.message_id = m.id
     where m.id = any (${ids}::bigint[]) and m.taken_at is not null
     order by m.id
       for no key update of m`)

export interface StatusChange {
  readonly id: number
  readonly numberId: number
  readonly status: ReportedStatus
  readonly at: Date
  readonly error: MessageError | null
}

/** Needs `holdHanded`. A delivery report that arrives first also sets the time of sending. */
export async function writeStatusChanges(tx: Transaction, steps: readonly StatusChange[]): Promise<void> {
  await tx.run(sql`
    with /* sms.queue.writeStatusChanges */ step as (
      select * from unnest(
        ${steps.map(({ id }) => id)}::bigint[], ${steps.map(({ numberId }) => numberId)}::bigint[],
        ${steps.map(({ status }) => status)}::text[], ${steps.map(({ at }) => at)}::timestamptz[],
        ${steps.map(({ error }) => error?.code ?? null)}::text[],
        ${steps.map(({ error }) => error?.message ?? null)}::text[]
      ) as step (id, number_id, status, at, error_code, error_message)
    ),
    noted as (
      insert into sms.handoff (message_id, number_id, at, what, detail)
      select id, number_id, at, status, error_code || ': ' || error_message from step
    )
    update sms.message m
       set status = step.status,
           sent_at = case when step.status in ('sent', 'delivered') then coalesce(m.sent_at, step.at) else m.sent_at end,
           delivered_at = case when step.status = 'delivered' then greatest(step.at, m.sent_at) end,
           error_code = step.error_code,
           error_message = step.error_message
      from step
     where m.id = any (array(select id from step)) and step.id = m.id`)
}

export interface RetryLater {
  readonly id: number
  readonly numberId: number
  readonly at: Date
  readonly attempts: number
  readonly dueAt: Date
  readonly detail: string | null
}

/** Needs `holdHanded`. */
export async function writeRetries(tx: Transaction, delays: readonly RetryLater[]): Promise<void> {
  await tx.run(sql`
    with /* sms.queue.writeRetries */ delay as (
      select * from unnest(
        ${delays.map(({ id }) => id)}::bigint[], ${delays.map(({ numberId }) => numberId)}::bigint[],
        ${delays.map(({ at }) => at)}::timestamptz[], ${delays.map(({ attempts }) => attempts)}::int[],
        ${delays.map(({ dueAt }) => dueAt)}::timestamptz[], ${delays.map(({ detail }) => detail)}::text[]
      ) as delay (id, number_id, at, attempts, due_at, detail)
    ),
    noted as (
      insert into sms.handoff (message_id, number_id, at, what, detail)
      select id, number_id, at, 'delayed', detail from delay
    )
    insert into sms.retry (message_id, number_id, attempts, due_at)
    select id, number_id, attempts, due_at from delay
    on conflict (message_id) do update set attempts = excluded.attempts, due_at = excluded.due_at`)
}

export async function forgetRetries(tx: Transaction, ids: readonly number[]): Promise<void> {
  await tx.run(
    sql`delete /* sms.queue.forgetRetries */ from sms.retry where message_id = any (${ids}::bigint[])`,
  )
}
