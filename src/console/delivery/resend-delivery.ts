import { auditCall } from '../../identity/audit/audit-call.ts'
import { member } from '../../identity/schemes/session.ts'
import { eventChannel } from '../../platform/outbox/event.ts'
import { holdDelivery, queueAgain } from '../../webhooks/delivery/resend-store.ts'
import { adminsOnly } from '../permit.ts'
import { problem } from '../problems.ts'
import { console } from '../service.ts'
import { changeWebhook, requireActive } from './change-webhook.ts'
import { ConsoleDelivery, OneDelivery, toDelivery } from './model.ts'

export const resendDelivery = console.endpoint('resendDelivery', {
  method: 'POST',
  path: '/workspaces/{workspace}/webhooks/{id}/deliveries/{delivery}/resend',
  summary: 'Send a delivery again, with the same delivery ID',
  description: 'It is retried on the usual schedule if it fails. Its attempts count on.',
  who: member,
  params: OneDelivery,
  status: 202,
  result: ConsoleDelivery,
  problems: ['not_admin', 'not_found', 'delivery_pending', 'webhook_inactive'],
  permit: adminsOnly,

  async handle({ params: { id: webhookId, delivery: id } }, context) {
    const { workspaceId } = context.principal
    const queued = await changeWebhook(context, webhookId, async (tx, webhook) => {
      const status = await holdDelivery(tx, { workspaceId, webhookId, id })
      if (!status) throw problem.not_found()
      if (status === 'pending') throw problem.delivery_pending()
      requireActive(webhook)
      const delivery = await queueAgain(tx, id)
      await auditCall(tx, context, { action: 'delivery.resend', target: `delivery:${id}` })
      tx.notify(eventChannel)
      tx.tell({ scope: workspaceId, topic: 'deliveries', ids: [id] })
      return delivery
    })
    return toDelivery(queued)
  },
})
