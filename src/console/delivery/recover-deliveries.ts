import { z } from 'zod'
import { auditCall } from '../../identity/audit/audit-call.ts'
import { member } from '../../identity/schemes/session.ts'
import { eventChannel } from '../../platform/outbox/event.ts'
import { queueFailed } from '../../webhooks/delivery/resend-store.ts'
import { adminsOnly } from '../permit.ts'
import { console } from '../service.ts'
import { changeWebhook, requireActive } from './change-webhook.ts'
import { OfWebhook } from './model.ts'

const countMax = 10_000

export const recoverDeliveries = console.endpoint('recoverDeliveries', {
  method: 'POST',
  path: '/workspaces/{workspace}/webhooks/{id}/recover',
  summary: 'Send the failed deliveries of a webhook again',
  description: 'Those of events since a time, oldest first, at most 10,000 with each call.',
  who: member,
  params: OfWebhook,
  body: z.object({ since: z.iso.datetime({ offset: true }) }),
  status: 202,
  result: z.object({ count: z.int().describe('How many were queued.') }),
  problems: ['not_admin', 'not_found', 'webhook_inactive'],
  permit: adminsOnly,

  async handle({ params: { id: webhookId }, body }, context) {
    const since = new Date(body.since)
    return changeWebhook(context, webhookId, async (tx, webhook) => {
      requireActive(webhook)
      const count = await queueFailed(tx, { webhookId, since, countMax })
      await auditCall(tx, context, { action: 'delivery.recover', target: `webhook:${webhookId}` })
      if (count > 0) {
        tx.notify(eventChannel)
        tx.tell({ scope: context.principal.workspaceId, topic: 'deliveries', ids: null })
      }
      return { count }
    })
  },
})
