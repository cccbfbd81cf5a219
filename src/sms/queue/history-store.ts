import type { Queryable } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import type { MessageRow } from '../message/model.ts'

export interface OperatorMessageRow extends Pick<
  MessageRow,
  | 'id'
  | 'direction'
  | 'phone'
  | 'status'
  | 'number_id'
  | 'error_code'
  | 'error_message'
  | 'created_at'
  | 'expires_at'
> {
  readonly workspace_id: number
}

export const messageOfAny = (database: Queryable, id: number): Promise<OperatorMessageRow | undefined> =>
  database.first<OperatorMessageRow>(sql`
    select /* sms.queue.messageOfAny */ id, workspace_id, direction, phone, status, number_id, error_code, error_message,
           created_at, expires_at
      from sms.message
     where id = ${id}`)

export interface HandoffRow {
  readonly at: Date
  readonly what: 'handed' | 'delayed' | 'sent' | 'delivered' | 'failed' | 'expired' | 'cancelled'
  /** Null: the message ended in the queue. */
  readonly number_id: number | null
  readonly number: string | null
  readonly detail: string | null
}

export const handoffsOf = (database: Queryable, messageId: number): Promise<HandoffRow[]> =>
  database.rows<HandoffRow>(sql`
    select /* sms.queue.handoffsOf */ h.at, h.what, h.number_id, n.phone as number, h.detail
      from sms.handoff h
      left join sms.number n on n.id = h.number_id
     where h.message_id = ${messageId}
     order by h.id`)

export const deleteHandoffs = (database: Queryable, before: Date, countMax: number): Promise<number> =>
  database.run(sql`
    delete /* sms.queue.deleteHandoffs */ from sms.handoff
     where ctid = any (array(select ctid from sms.handoff where at < ${before} limit ${countMax}))`)
