import { z } from 'zod'
import { characters, idText, refusedAs, text, withLength } from '../../api/field.ts'

/** docs/api/sms.md#statuses. */
export const statuses = [
  'queued',
  'sending',
  'sent',
  'delivered',
  'failed',
  'expired',
  'cancelled',
  'received',
] as const
export type Status = (typeof statuses)[number]

export const bodyCharactersMax = 1600

export const MessageError = z.object({ code: z.string(), message: z.string() })
export type MessageError = z.output<typeof MessageError>

const time = () => z.iso.datetime({ offset: true })

export const Message = z
  .object({
    id: z.int(),
    direction: z.enum(['in', 'out']),
    phone: z
      .string()
      .describe('E.164 number of the other party; a sender may also be a short code or a name'),
    status: z.enum(statuses),
    segments: z.int(),
    body: z.string(),
    client_ref: z.string().nullable(),
    number_id: z.int().nullable().describe('null until a pool message is handed to a number'),
    number: z.string().nullable().describe('E.164 form of the number of number_id'),
    group_id: z.int().nullable(),
    error: MessageError.nullable(),
    created_at: time(),
    expires_at: time().nullable(),
    sent_at: time().nullable(),
    delivered_at: time().optional().describe('present only on a delivered message'),
  })
  .meta({ id: 'Message' })
export type Message = z.output<typeof Message>

export interface FoundMessage extends Message {
  /** Null: without a group, or of one that was deleted. */
  readonly group: string | null
}

/** 1 to 1,600 code points. */
export const MessageBody = refusedAs(
  'invalid_body',
  withLength(
    { min: 1, max: bodyCharactersMax },
    text().refine(
      (body) => body !== '' && characters(body) <= bodyCharactersMax,
      `must have 1 to ${bodyCharactersMax} characters`,
    ),
  ),
)

/** A malformed id is a bad request (docs/api/conventions.md#ids). */
export const MessageId = refusedAs('bad_request', idText())

export interface MessageRow extends Omit<
  Message,
  'error' | 'created_at' | 'expires_at' | 'sent_at' | 'delivered_at'
> {
  readonly error_code: string | null
  readonly error_message: string | null
  readonly created_at: Date
  readonly expires_at: Date | null
  readonly sent_at: Date | null
  readonly delivered_at: Date | null
}

export function toMessage({
  error_code: code,
  error_message: message,
  created_at: createdAt,
  expires_at: expiresAt,
  sent_at: sentAt,
  delivered_at: deliveredAt,
  ...fields
}: MessageRow): Message {
  return {
    ...fields,
    error: code === null || message === null ? null : { code, message },
    created_at: createdAt.toISOString(),
    expires_at: expiresAt?.toISOString() ?? null,
    sent_at: sentAt?.toISOString() ?? null,
    ...(deliveredAt && { delivered_at: deliveredAt.toISOString() }),
  }
}
