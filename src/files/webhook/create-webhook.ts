import { z } from 'zod'
import { auditCall } from '../../identity/audit/audit-call.ts'
import { key } from '../../identity/schemes/api-key.ts'
import { toWebhook, Webhook } from '../../webhooks/webhook/model.ts'
import { tooManyWebhooks } from '../../webhooks/webhook/rules.ts'
import { newSecret, sealSecret } from '../../webhooks/webhook/secret.ts'
import { countWebhooks, drawWebhookId, insertWebhook } from '../../webhooks/webhook/store.ts'
import { problem } from '../problems.ts'
import { files } from '../service.ts'
import { exampleWebhook } from './examples.ts'
import { webhookFields } from './model.ts'
import { adminsOnly, changeWebhooks } from './permit.ts'
import { requireUrl } from './require-url.ts'

const secretWarning = 'Store the secret now. It is not shown again.'

export const createWebhook = files.endpoint('createWebhook', {
  method: 'POST',
  path: '/webhooks',
  summary: 'Create a webhook',
  description:
    'The answer has the signing secret, which is shown only once. A workspace has at most 20 webhooks.',
  who: key('webhooks:write'),
  body: z.object({ ...webhookFields, active: webhookFields.active.default(true) }),
  status: 201,
  result: z.object({
    webhook: Webhook,
    secret: z
      .string()
      .regex(/^[0-9a-f]{64}$/)
      .describe('the key of the signatures, as text'),
    secret_warning: z.string(),
  }),
  problems: ['invalid_webhook', 'not_admin', 'out_of_scope', 'webhook_limit_reached'],
  example: {
    body: { name: exampleWebhook.name, url: exampleWebhook.url, events: exampleWebhook.events },
    answer: { webhook: exampleWebhook, secret: '0123456789abcdef'.repeat(4), secret_warning: secretWarning },
  },
  permit: adminsOnly,

  async handle({ body }, context) {
    const { random, vault, principal } = context
    const { workspaceId, userId } = principal
    await requireUrl(context, body.url)
    const secret = newSecret(random)
    const created = await changeWebhooks(context, async (tx) => {
      if (tooManyWebhooks(await countWebhooks(tx, workspaceId))) throw problem.webhook_limit_reached()
      const id = await drawWebhookId(tx)
      const sealedSecret = sealSecret(vault, id, secret)
      const webhook = await insertWebhook(tx, { ...body, id, workspaceId, createdBy: userId, sealedSecret })
      await auditCall(tx, context, { action: 'webhook.create', target: `webhook:${id}` })
      return webhook
    })
    return { webhook: toWebhook(created), secret, secret_warning: secretWarning }
  },
})
