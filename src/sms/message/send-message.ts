import { z } from 'zod'
import { key } from '../../identity/schemes/api-key.ts'
import { emptyIsAbsent, shownAs, text } from '../../api/field.ts'
import { countSegments } from '../segments.ts'
import { sms } from '../service.ts'
import { exampleMessage } from './examples.ts'
import { MessageBody } from './model.ts'
import { recipientsOf } from './rules.ts'
import { idempotencyKeyOf, sendHeaders, sendOptions, SendResult } from './send-fields.ts'
import { sendTogether } from './send-together.ts'

const recipientsMax = 100

export const sendMessage = sms.endpoint('sendMessage', {
  method: 'POST',
  path: '/messages',
  summary: 'Send a text to one or more numbers',
  description:
    'Queues one message for each distinct number. Recipients beyond the allowance of the account are rejected, in order.',
  who: key('messages:send'),

  headers: sendHeaders,
  body: z.object({
    to: z
      .union([text(), z.array(text()).min(1).max(recipientsMax)])
      .describe('a phone number in E.164 form, or a list; US numbers may come without +1'),
    body: MessageBody,
    // Checked by readSenders, because a bound key ignores it.
    from: emptyIsAbsent(
      shownAs({ anyOf: [{ type: 'integer', minimum: 1 }, { type: 'string' }] }, z.unknown())
        .optional()
        .describe(
          'number id or E.164 number; default: the pool; ignored for a key that is bound to a number',
        ),
    ),
    ...sendOptions,
  }),
  status: 202,
  result: SendResult,
  problems: ['invalid_number', 'invalid_body', 'no_number', 'daily_limit_reached'],
  example: {
    body: { to: exampleMessage.phone, body: exampleMessage.body },
    answer: { messages: [exampleMessage] },
  },

  handle({ body }, { database, clock, notifications, principal: { workspaceId, numberId }, call }) {
    return sendTogether(database, workspaceId, {
      context: { clock, notifications },
      phones: recipientsOf(body.to),
      body: body.body,
      // Slow for a long text, so it happens before the lock.
      segments: countSegments(body.body),
      clientRef: body.client_ref ?? null,
      ttlSeconds: body.ttl,
      boundTo: numberId,
      from: body.from,
      key: idempotencyKeyOf(call.headers, body.idempotency_key),
    })
  },
})
