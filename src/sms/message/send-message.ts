import { z } from 'zod'
import { key } from '../../access/gates/api-key.ts'
import { characters, shownAs, text, wholeNumber, withLength } from '../../api/field.ts'
import { keepAnswer, takeKey } from '../idempotency/store.ts'
import { chooseSender } from '../number/choose-sender.ts'
import { problem } from '../problems.ts'
import { queueChannel } from '../queue/model.ts'
import { sms } from '../service.ts'
import { Message, MessageBody } from './model.ts'
import { queueMessages, type SendAnswer } from './queue-messages.ts'
import { recipientsOf } from './rules.ts'
import { exampleMessage } from './examples.ts'

const recipientsMax = 100
const referenceCharactersMax = 80
const ttlDefaultSeconds = 86_400

const Reference = withLength(
  { max: referenceCharactersMax },
  text().refine(
    (value) => characters(value) <= referenceCharactersMax,
    `must have at most ${referenceCharactersMax} characters`,
  ),
)
/** An empty key would make all sends that carry it repeats of one another. */
const IdempotencyKey = withLength(
  { min: 1, max: referenceCharactersMax },
  Reference.refine((value) => value !== '', 'must not be empty'),
)

export const sendMessage = sms.endpoint('sendMessage', {
  method: 'POST',
  path: '/messages',
  summary: 'Send a text to one or more numbers',
  description:
    'Queues one message for each distinct number. Recipients beyond the allowance of the account are rejected, in order.',
  who: key('messages:send'),

  headers: {
    'Idempotency-Key': IdempotencyKey.describe(
      'a repeat within 24 hours gets the first answer and sends nothing',
    ),
  },
  body: z.object({
    to: z
      .union([text(), z.array(text()).min(1).max(recipientsMax)])
      .describe('a phone number in E.164 form, or a list; US numbers may come without +1'),
    body: MessageBody,
    // Read by chooseSender, which knows whether it counts.
    from: shownAs({ anyOf: [{ type: 'integer', minimum: 1 }, { type: 'string' }] }, z.unknown())
      .optional()
      .describe('number id or E.164 number; default: the pool; ignored for a key that is bound to a number'),
    client_ref: Reference.optional(),
    ttl: wholeNumber({ min: 60, max: 604_800 })
      .default(ttlDefaultSeconds)
      .describe('seconds after which a message that no phone has taken expires'),
    idempotency_key: IdempotencyKey.optional().describe('the header Idempotency-Key takes precedence'),
  }),
  status: 202,
  result: z.object({
    messages: z.array(Message),
    rejected: z.int().optional(),
    reason: z.enum(['limit_reached', 'metered_cap_reached']).optional(),
    message: z.string().optional(),
  }),
  problems: ['invalid_number', 'invalid_body', 'no_number', 'daily_limit_reached'],
  example: {
    body: { to: exampleMessage.phone, body: exampleMessage.body },
    answer: { messages: [exampleMessage] },
  },

  async handle({ body }, { database, clock, signals, principal: { workspaceId, numberId }, call }) {
    const phones = recipientsOf(body.to)
    const key = headerKey(call.headers['idempotency-key']) ?? body.idempotency_key
    const holder = { workspaceId, boundTo: numberId }
    return database.transaction(async (tx): Promise<SendAnswer> => {
      if (key !== undefined) {
        const first = await takeKey(tx, holder, key, clock.now())
        if (first !== undefined) return first as SendAnswer
      }
      const answer = await queueMessages(tx, clock, {
        workspaceId,
        phones,
        body: body.body,
        clientRef: body.client_ref ?? null,
        numberId: await chooseSender(tx, { workspaceId, boundTo: numberId, from: body.from }),
        ttlSeconds: body.ttl,
      })
      if (key !== undefined) await keepAnswer(tx, holder, key, answer)
      tx.afterCommit(() => signals.publish(queueChannel))
      return answer
    })
  },
})

function headerKey(header: string | string[] | undefined): string | undefined {
  if (header === undefined) return undefined
  const { success, data } = IdempotencyKey.safeParse(header)
  if (!success) throw problem.bad_request({ message: 'Idempotency-Key must have 1 to 80 characters.' })
  return data
}
