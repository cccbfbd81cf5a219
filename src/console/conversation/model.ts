import { z } from 'zod'
import { instant, text } from '../../api/field.ts'
import { Message } from '../../sms/message/model.ts'
import { inWorkspace } from '../adopted.ts'

export const Conversation = z
  .object({
    phone: z.string().describe('As in the messages: an E.164 number, a short code, or a name.'),
    display: z.string().describe('The number as people write it.'),
    last: Message.describe('The newest message.'),
    unread: z.boolean().describe('Whether the phone wrote since you last read the conversation.'),
    opted_out_at: instant().nullable().describe('When the phone sent STOP; null: it gets texts.'),
  })
  .meta({ id: 'Conversation' })

export const OfPhone = z.object({ ...inWorkspace.shape, phone: text() })
