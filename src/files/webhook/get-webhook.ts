import { z } from 'zod'
import { key } from '../../identity/schemes/api-key.ts'
import { toWebhook, Webhook } from '../../webhooks/webhook/model.ts'
import { findWebhook } from '../../webhooks/webhook/store.ts'
import { problem } from '../problems.ts'
import { files } from '../service.ts'
import { exampleWebhook, oneWebhook } from './examples.ts'
import { WebhookId } from './model.ts'
import { wholeWorkspaceOnly } from './permit.ts'

export const getWebhook = files.endpoint('getWebhook', {
  method: 'GET',
  path: '/webhooks/{id}',
  summary: 'Get a webhook',
  who: key('webhooks:read'),
  params: z.object({ id: WebhookId }),
  result: Webhook,
  problems: ['out_of_scope', 'not_found'],
  example: { before: [oneWebhook], params: { id: '$WEBHOOK_ID' }, answer: exampleWebhook },
  permit: wholeWorkspaceOnly,

  async handle({ params: { id } }, { principal, database }) {
    const webhook = await findWebhook(database, principal.workspaceId, id)
    if (!webhook) throw problem.not_found()
    return toWebhook(webhook)
  },
})
