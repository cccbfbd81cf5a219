import { z } from 'zod'
import { idText, plainInstant, refusedAs, text, withLength } from '../../api/field.ts'
import { plainTime } from '../../platform/clock.ts'
import type { ListedDelivery } from '../../webhooks/delivery/list-store.ts'
import { eventNames, wildcard } from '../../webhooks/webhook/catalog.ts'
import {
  isSubscription,
  isWebhookName,
  nameCharactersMax,
  urlCharactersMax,
} from '../../webhooks/webhook/rules.ts'

export const WebhookId = refusedAs('not_found', idText())

/** `requireUrl` checks the URL. */
export const webhookFields = {
  name: withLength(
    { min: 1, max: nameCharactersMax },
    refusedAs(
      'invalid_webhook',
      text().refine(
        isWebhookName,
        `must have 1 to ${nameCharactersMax} characters and must not be blank or contain control characters`,
      ),
    ),
  ),
  url: withLength({ max: urlCharactersMax }, refusedAs('invalid_webhook', text())).describe(
    'https, port 443 or 1024 to 65535, without user name and password, to a host on the public internet',
  ),
  events: refusedAs(
    'invalid_webhook',
    z
      .array(z.enum([...eventNames, wildcard]))
      .min(1)
      .refine(isSubscription, 'must be names of events, or * alone'),
  ).describe('names of events, or * alone'),
  active: refusedAs('invalid_webhook', z.boolean()),
}

/** docs/api/files.md#deliveries */
export const Delivery = z
  .object({
    id: z.int().describe('X-Service-Delivery of every attempt'),
    event: z.string(),
    status: z.enum(['pending', 'delivered', 'failed']),
    attempts: z.int(),
    response_status: z.int().nullable().describe('the last HTTP status received'),
    last_error: z.string().nullable(),
    created_at: plainInstant(),
    delivered_at: plainInstant().nullable(),
    next_attempt_at: plainInstant().nullable().describe('set while a retry is scheduled'),
  })
  .meta({ id: 'WebhookDelivery' })

export const toDelivery = (row: ListedDelivery): z.input<typeof Delivery> => ({
  ...row,
  created_at: plainTime(row.created_at),
  delivered_at: row.delivered_at && plainTime(row.delivered_at),
  next_attempt_at: row.next_attempt_at && plainTime(row.next_attempt_at),
})
