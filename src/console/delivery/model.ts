import { z } from 'zod'
import { idText, instant, refusedAs } from '../../api/field.ts'
import type { ListedDelivery } from '../../webhooks/delivery/list-store.ts'
import { deliveryStatuses } from '../../webhooks/delivery/model.ts'
import { inWorkspace } from '../adopted.ts'

export const OfWebhook = z.object({ ...inWorkspace.shape, id: refusedAs('not_found', idText()) })

export const OneDelivery = z.object({ ...OfWebhook.shape, delivery: refusedAs('not_found', idText()) })

export const ConsoleDelivery = z
  .object({
    id: z.int().describe('`X-Service-Delivery` of every attempt.'),
    event: z.string(),
    test: z.boolean().describe('A sample that a person sent to this webhook.'),
    status: z.enum(deliveryStatuses),
    attempts: z.int(),
    response_status: z.int().nullable().describe('Of the last attempt; null without a response.'),
    last_error: z.string().nullable(),
    created_at: instant(),
    delivered_at: instant().nullable(),
    next_attempt_at: instant().nullable().describe('Set while a retry is scheduled.'),
  })
  .meta({ id: 'ConsoleDelivery' })

export const toDelivery = (row: ListedDelivery): z.input<typeof ConsoleDelivery> => ({
  ...row,
  created_at: row.created_at.toISOString(),
  delivered_at: row.delivered_at?.toISOString() ?? null,
  next_attempt_at: row.next_attempt_at?.toISOString() ?? null,
})
