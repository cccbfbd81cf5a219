import { z } from 'zod'
import { auditCall } from '../../identity/audit/audit-call.ts'
import { key } from '../../identity/schemes/api-key.ts'
import { toWebhook, Webhook } from '../../webhooks/webhook/model.ts'
import { adoptIfLeft } from '../../webhooks/webhook/adopt.ts'
import { findWebhook, updateWebhook as writeWebhook } from '../../webhooks/webhook/store.ts'
import { problem } from '../problems.ts'
import { files } from '../service.ts'
import { exampleWebhook, oneWebhook } from './examples.ts'
import { webhookFields, WebhookId } from './model.ts'
import { adminsOnly, changeWebhooks } from './permit.ts'
import { requireUrl } from './require-url.ts'

export const updateWebhook = files.endpoint('updateWebhook', {
  method: 'PATCH',
  path: '/webhooks/{id}',
  summary: 'Change a webhook',
  description:
    'Other fields are ignored. The secret cannot be changed: delete the webhook and create another one.',
  who: key('webhooks:write'),
  params: z.object({ id: WebhookId }),
  body: z.object({
    name: webhookFields.name.optional(),
    url: webhookFields.url.optional(),
    events: webhookFields.events.optional(),
    active: webhookFields.active.optional(),
  }),
  result: Webhook,
  problems: ['invalid_webhook', 'not_admin', 'out_of_scope', 'not_found'],
  example: {
    before: [oneWebhook],
    params: { id: '$WEBHOOK_ID' },
    body: { events: ['*'] },
    answer: { ...exampleWebhook, events: ['*'] },
  },
  permit: adminsOnly,

  async handle({ params: { id }, body }, context) {
    const { database, principal } = context
    const { workspaceId, userId } = principal
    if (!(await findWebhook(database, workspaceId, id))) throw problem.not_found()
    if (body.url !== undefined) await requireUrl(context, body.url)
    const updated = await changeWebhooks(context, async (tx) => {
      if (body.active === true) await adoptIfLeft(tx, { workspaceId, userId, id })
      const webhook = await writeWebhook(tx, workspaceId, id, body)
      if (!webhook) throw problem.not_found()
      await auditCall(tx, context, { action: 'webhook.update', target: `webhook:${id}` })
      return webhook
    })
    return toWebhook(updated)
  },
})
