import { z } from 'zod'
import { SimCards } from '../phone/model.ts'

/** Event → minor version of the app that introduced it. An app refuses a list with an event that it does not know. */
export const postedEvents = [
  ['sms:received', 15],
  ['system:ping', 16],
  ['sms:sent', 18],
  ['sms:delivered', 19],
  ['sms:failed', 19],
  ['app:started', 66],
] as const

const time = z.string().max(64)

/** `sender` came with 1.54; older apps put the sender into `phoneNumber`. */
export const ReceivedPayload = z.object({
  message: z.string(),
  messageId: z.string().max(128).optional(),
  sender: z.string().max(256).optional(),
  phoneNumber: z.string().max(256).optional(),
  simNumber: z.int().optional(),
  receivedAt: time.optional(),
})
export type ReceivedPayload = z.output<typeof ReceivedPayload>

export const ProgressPayload = z.object({
  messageId: z.string().max(64),
  partsCount: z.int().optional(),
  sentAt: time.optional(),
  deliveredAt: time.optional(),
  failedAt: time.optional(),
  reason: z.string().optional(),
})
export type ProgressPayload = z.output<typeof ProgressPayload>

export const PingPayload = z.object({
  health: z
    .object({
      status: z.string().max(32),
      version: z.string().max(64).optional(),
      checks: z
        .record(
          z.string().max(64),
          z.object({ status: z.string().max(32), observedValue: z.number().optional() }),
        )
        .optional(),
    })
    .optional(),
})

export const StartedPayload = z.object({ simCards: SimCards })

/** The same `id` on each try. */
export const Post = z.object({
  id: z.string().max(64).optional(),
  event: z.string().max(64),
  payload: z.unknown(),
})
export type Post = z.output<typeof Post>
