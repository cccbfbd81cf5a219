import { z } from 'zod'
import { plainInstant } from '../../api/field.ts'
import { plainTime } from '../../platform/clock.ts'
import type { WebhookRow } from './store.ts'

/** docs/api/files.md#webhooks */
export const Webhook = z
  .object({
    id: z.int(),
    workspace_id: z.int(),
    name: z.string(),
    url: z.string(),
    events: z.array(z.string()).describe('names of events, or * alone'),
    active: z.boolean(),
    last_status: z.int().nullable().describe('the last HTTP status received'),
    last_delivered_at: plainInstant().nullable(),
    last_error: z.string().nullable(),
    created_at: plainInstant(),
  })
  .meta({ id: 'Webhook' })
export type Webhook = z.output<typeof Webhook>

export const toWebhook = (row: WebhookRow): Webhook => ({
  ...row,
  events: [...row.events],
  last_delivered_at: row.last_delivered_at && plainTime(row.last_delivered_at),
  created_at: plainTime(row.created_at),
})
