import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { Vault } from '../../../../platform/secrets/vault.ts'
import { pingSeconds } from './model.ts'
import { openPostSecrets } from './secrets.ts'
import type { PhoneRow } from './store.ts'

/** The app ignores unknown sections and keys, but never null. */
export const PhoneSettings = z.object({
  gateway: z.object({ notification_channel: z.literal('SSE_ONLY').describe('no Google in between') }),
  messages: z.object({ processing_order: z.literal('FIFO') }),
  ping: z.object({ interval_seconds: z.int() }),
  webhooks: z.object({
    internet_required: z.literal(true),
    retry_count: z.int(),
    signing_key: z.string().describe('with which the phone signs what it posts'),
  }),
})
export type PhoneSettings = z.output<typeof PhoneSettings>

/** The app doubles its pause from five seconds on, so the last retry is weeks after the first try. */
const retryCount = 20

export const settingsOf = (
  { sealed_secret: sealed, number_id: numberId }: PhoneRow,
  vault: Vault,
): PhoneSettings => ({
  gateway: { notification_channel: 'SSE_ONLY' },
  messages: { processing_order: 'FIFO' },
  ping: { interval_seconds: pingSeconds },
  webhooks: {
    internet_required: true,
    retry_count: retryCount,
    signing_key: openPostSecrets(vault, sealed, numberId).signingKey,
  },
})

export const fetchedDigest = (value: unknown): string =>
  createHash('sha256').update(JSON.stringify(value)).digest('hex').slice(0, 16)
