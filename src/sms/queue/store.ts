import type { Transaction } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import type { Status } from '../message/model.ts'
import type { ReportedStatus } from '../message/rules.ts'

export interface ReportedMessage {
  readonly id: number
  readonly number_id: number
  readonly status: Status
}

/**
 * Locks the messages of a number, in order of ids, so that concurrent reports wait for one another and never deadlock.
 */
export const holdHanded = (tx: Transaction, ids: readonly number[]): Promise<ReportedMessage[]> =>
  tx.rows<ReportedMessage>(sql`
    select /* sms.queue.holdHanded */ id, number_id, status from sms.message
     where id = any (${ids}::bigint[]) and taken_at is not null
     order by id
       for no key update`)

/** One step forward of one message. */
export interface Step {
  readonly id: number
  readonly numberId: number
  readonly status: ReportedStatus
  readonly at: Date
  readonly errorCode: string | null
  readonly errorMessage: string | null
}

/** Writes steps that were decided under `holdHanded`. A delivery that comes first also sets the time of sending. */
export async function writeSteps(tx: Transaction, steps: readonly Step[]): Promise<void> {
  await tx.run(sql`
    update /* sms.queue.writeSteps */ sms.message m
       set status = step.status,
           sent_at = case when step.status in ('sent', 'delivered') then coalesce(m.sent_at, step.at) else m.sent_at end,
           delivered_at = case when step.status = 'delivered' then greatest(step.at, m.sent_at) end,
           error_code = step.error_code,
           error_message = step.error_message
      from unnest(
        ${steps.map(({ id }) => id)}::bigint[], ${steps.map(({ status }) => status)}::text[],
        ${steps.map(({ at }) => at)}::timestamptz[], ${steps.map(({ errorCode }) => errorCode)}::text[],
        ${steps.map(({ errorMessage }) => errorMessage)}::text[]
      ) as step (id, status, at, error_code, error_message)
     where m.id = step.id`)
}
