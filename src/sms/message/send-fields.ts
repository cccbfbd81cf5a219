import { isUtf8 } from 'node:buffer'
import { characters, emptyIsAbsent, text, wholeNumber, withLength } from '../../api/field.ts'
import { z } from 'zod'
import { problem } from '../problems.ts'
import { Message } from './model.ts'

/** Fields of all calls that send: docs/api/sms.md#sending. */

const referenceCharactersMax = 80
export const ttlDefaultSeconds = 86_400

export const Reference = withLength(
  { max: referenceCharactersMax },
  text().refine(
    (value) => characters(value) <= referenceCharactersMax,
    `must have at most ${referenceCharactersMax} characters`,
  ),
)

/** An empty key would make unrelated sends repeats of one another. */
export const IdempotencyKey = withLength(
  { min: 1, max: referenceCharactersMax },
  Reference.refine((value) => value !== '', 'must not be empty'),
)

export const Ttl = wholeNumber({ min: 60, max: 604_800 })
  .default(ttlDefaultSeconds)
  .describe('seconds after which a message that no phone has taken expires')

export const sendOptions = {
  client_ref: emptyIsAbsent(Reference.optional()),
  ttl: emptyIsAbsent(Ttl),
  idempotency_key: emptyIsAbsent(
    IdempotencyKey.optional().describe('the header Idempotency-Key takes precedence'),
  ),
}

export const sendHeaders = {
  'Idempotency-Key': IdempotencyKey.describe(
    'a repeat within 24 hours gets the first answer and sends nothing',
  ),
}

export const SendResult = z.object({
  messages: z.array(Message),
  rejected: z.int().optional(),
  reason: z.enum(['limit_reached', 'metered_cap_reached']).optional(),
  message: z.string().optional(),
})

/** Headers arrive as one character a byte. */
const bytesOnly = /^[\0-\u{FF}]*$/u

/** Clients send UTF-8, and old ones Latin-1. */
function headerText(header: string): string {
  if (!bytesOnly.test(header)) return header
  const bytes = Buffer.from(header, 'latin1')
  return isUtf8(bytes) ? bytes.toString() : header
}

/** The header takes precedence over the field. Throws `bad_request` for a malformed header. */
export function idempotencyKeyOf(
  headers: Readonly<Record<string, string | string[] | undefined>>,
  field: string | undefined,
): string | undefined {
  const header = headers['idempotency-key']
  if (header === undefined) return field
  const { success, data } = IdempotencyKey.safeParse(typeof header === 'string' ? headerText(header) : header)
  if (!success) throw problem.bad_request({ message: 'Idempotency-Key must have 1 to 80 characters.' })
  return data
}
