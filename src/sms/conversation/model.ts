import { displayPhone } from '../phone.ts'
import { type Message, type MessageRow, toMessage } from '../message/model.ts'

/** Whose view of the conversations it is. */
export interface Reader {
  readonly workspaceId: number
  readonly userId: number
  /** What came in before is not unread. */
  readonly joinedAt: Date
}

export interface Conversation {
  readonly phone: string
  readonly display: string
  readonly last: Message
  readonly unread: boolean
  readonly opted_out_at: string | null
}

export interface ConversationRow extends MessageRow {
  readonly unread: boolean
  readonly opted_out_at: Date | null
}

export const toConversation = ({
  unread,
  opted_out_at: optedOutAt,
  ...message
}: ConversationRow): Conversation => ({
  phone: message.phone,
  display: displayPhone(message.phone),
  last: toMessage(message),
  unread,
  opted_out_at: optedOutAt?.toISOString() ?? null,
})
