import type { Transaction } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'

export interface UnroutedText {
  readonly numberId: number
  readonly phone: string
  readonly body: string
  readonly receivedAt: Date
}

/** Keeps a text that belongs to no account for the operator; returns its id in that list. */
export async function insertUnrouted(tx: Transaction, text: UnroutedText): Promise<number> {
  const { id } = await tx.one<{ id: number }>(sql`
    insert /* sms.unrouted.insertUnrouted */ into sms.unrouted (number_id, phone, body, received_at)
    values (${text.numberId}, ${text.phone}, ${text.body}, ${text.receivedAt})
    returning id`)
  return id
}
