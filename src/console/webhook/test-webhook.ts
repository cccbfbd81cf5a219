import { z } from 'zod'
import { sampleEvent, sampleEvents } from '../../files/public.ts'
import { auditCall } from '../../identity/audit/audit-call.ts'
import { member } from '../../identity/schemes/session.ts'
import { eventChannel } from '../../platform/outbox/event.ts'
import { queueSample } from '../../webhooks/delivery/resend-store.ts'
import { ConsoleDelivery, OfWebhook, toDelivery } from '../delivery/model.ts'
import { adminsOnly } from '../permit.ts'
import { console } from '../service.ts'
import { changeWebhook, requireActive } from '../delivery/change-webhook.ts'

export const testWebhook = console.endpoint('testWebhook', {
  method: 'POST',
  path: '/workspaces/{workspace}/webhooks/{id}/test',
  summary: 'Send a sample event to one webhook',
  description:
    'Other webhooks do not get it. Its body has `"test": true`. The webhook need not be subscribed.',
  who: member,
  params: OfWebhook,
  body: z.object({ event: z.enum(sampleEvents) }),
  status: 202,
  result: ConsoleDelivery,
  problems: ['not_admin', 'not_found', 'webhook_inactive'],
  permit: adminsOnly,

  async handle({ params: { id }, body: { event } }, context) {
    const { origins, principal } = context
    const { workspaceId } = principal
    const { data } = sampleEvent(event, workspaceId, origins)
    const queued = await changeWebhook(context, id, async (tx, webhook) => {
      requireActive(webhook)
      const delivery = await queueSample(tx, { workspaceId, webhookId: id, event, data })
      await auditCall(tx, context, { action: 'webhook.test', target: `webhook:${id}` })
      tx.notify(eventChannel)
      tx.tell({ scope: workspaceId, topic: 'deliveries', ids: [delivery.id] })
      return delivery
    })
    return toDelivery(queued)
  },
})
