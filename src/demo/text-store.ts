import type { Queryable, Transaction } from '../platform/database/database.ts'
import { sql } from '../platform/database/sql.ts'

export interface QueuedText {
  readonly id: number
  readonly phone: string
  /** 0: any of the pool. */
  readonly lane: number
}

export const queuedTexts = (tx: Transaction, workspaceId: number, afterId: number): Promise<QueuedText[]> =>
  tx.rows<QueuedText>(sql`
    select /* demo.queuedTexts */ message_id as id, phone, lane from sms.queue
     where workspace_id = ${workspaceId} and message_id > ${afterId}
     order by message_id`)

export const lastMessageId = async (tx: Transaction, workspaceId: number): Promise<number> => {
  const { id } = await tx.one<{ id: number }>(sql`
    select /* demo.lastMessageId */ coalesce(max(id), 0)::bigint as id from sms.message where workspace_id = ${workspaceId}`)
  return id
}

/** What was charged in the month of `now`. */
export const chargedThisMonth = async (
  database: Queryable,
  workspaceId: number,
  month: Date,
): Promise<number> => {
  const { micros } = await database.one<{ micros: number }>(sql`
    select /* demo.chargedThisMonth */ coalesce(sum(charged_micros), 0)::bigint as micros from sms.usage
     where workspace_id = ${workspaceId}
       and date_trunc('month', day) = date_trunc('month', ${month}::timestamptz at time zone 'UTC')`)
  return micros
}

/** The newest message of each conversation, and whether it is one of ours. */
export const newestOfConversations = (
  tx: Transaction,
  workspaceId: number,
): Promise<{ phone: string; messageId: number; answered: boolean }[]> =>
  tx.rows(sql`
    select /* demo.newestOfConversations */ phone, last_id as "messageId",
           last_in_id is distinct from last_id as answered from sms.conversation
     where workspace_id = ${workspaceId}
     order by last_id desc`)
