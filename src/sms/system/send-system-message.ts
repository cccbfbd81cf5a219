import { z } from 'zod'
import { operator } from '../../identity/schemes/system-secret.ts'
import { text } from '../../api/field.ts'
import { systemAccountId } from '../account/model.ts'
import { answerOnce } from '../idempotency/answer-once.ts'
import { exampleMessage } from '../message/examples.ts'
import { Message, MessageBody } from '../message/model.ts'
import { recipientsOf } from '../message/rules.ts'
import { idempotencyKeyOf, sendHeaders, sendOptions } from '../message/send-fields.ts'
import { queueChannel } from '../lanes.ts'
import { sms } from '../service.ts'
import { purposes, queueSystemMessage } from './queue-system-message.ts'

export const sendSystemMessage = sms.endpoint('sendSystemMessage', {
  method: 'POST',
  path: '/system/send',
  summary: 'Send a code or a notice of the operator',
  description:
    "For the operator's own applications. Goes ahead of every customer's message, from any number of the pool, outside all allowances. No API key can send or read these messages.",
  who: operator,

  headers: sendHeaders,
  body: z.object({
    to: text().describe('one phone number in E.164 form; US numbers may come without +1'),
    body: MessageBody,
    purpose: z.enum(purposes).describe('the body of a code is stored sealed and never shown again'),
    ...sendOptions,
  }),
  status: 202,
  result: z.object({ message: Message.describe('the body of a code is empty here') }),
  problems: ['invalid_number', 'invalid_body', 'no_number'],
  example: {
    body: { to: exampleMessage.phone, body: 'Your code is 482913.', purpose: 'code' },
    answer: { message: { ...exampleMessage, body: '' } },
  },

  async handle({ body }, { database, clock, notifications, vault, call }) {
    const [phone = ''] = recipientsOf(body.to)
    const key = idempotencyKeyOf(call.headers, body.idempotency_key)
    const request = { workspaceId: systemAccountId, boundTo: null, key }
    return database.transaction((tx) =>
      answerOnce(tx, clock, request, async () => {
        const message = await queueSystemMessage(
          tx,
          { clock, vault },
          {
            phone,
            body: body.body,
            purpose: body.purpose,
            clientRef: body.client_ref ?? null,
            ttlSeconds: body.ttl,
          },
        )
        tx.afterCommit(() => notifications.notify(queueChannel))
        return { message }
      }),
    )
  },
})
