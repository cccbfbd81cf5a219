import { z } from 'zod'
import { auditCall } from '../../identity/audit/audit-call.ts'
import { key } from '../../identity/schemes/api-key.ts'
import { noContent } from '../../api/result.ts'
import { deleteWebhook as removeWebhook } from '../../webhooks/webhook/store.ts'
import { problem } from '../problems.ts'
import { files } from '../service.ts'
import { oneWebhook } from './examples.ts'
import { WebhookId } from './model.ts'
import { adminsOnly, changeWebhooks } from './permit.ts'

export const deleteWebhook = files.endpoint('deleteWebhook', {
  method: 'DELETE',
  path: '/webhooks/{id}',
  summary: 'Delete a webhook and its deliveries',
  who: key('webhooks:write'),
  params: z.object({ id: WebhookId }),
  result: noContent,
  problems: ['not_admin', 'out_of_scope', 'not_found'],
  example: { before: [oneWebhook], params: { id: '$WEBHOOK_ID' } },
  permit: adminsOnly,

  async handle({ params: { id } }, context) {
    const { workspaceId } = context.principal
    await changeWebhooks(context, async (tx) => {
      if ((await removeWebhook(tx, workspaceId, id)) === 0) throw problem.not_found()
      await auditCall(tx, context, { action: 'webhook.delete', target: `webhook:${id}` })
    })
  },
})
