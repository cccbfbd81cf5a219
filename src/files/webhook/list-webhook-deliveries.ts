import { z } from 'zod'
import { key } from '../../identity/schemes/api-key.ts'
import { integerText, refusedAs } from '../../api/field.ts'
import { list } from '../../api/result.ts'
import { listDeliveries } from '../../webhooks/delivery/list-store.ts'
import { findWebhook } from '../../webhooks/webhook/store.ts'
import { problem } from '../problems.ts'
import { files } from '../service.ts'
import { oneWebhook } from './examples.ts'
import { Delivery, toDelivery, WebhookId } from './model.ts'
import { wholeWorkspaceOnly } from './permit.ts'

export const listWebhookDeliveries = files.endpoint('listWebhookDeliveries', {
  method: 'GET',
  path: '/webhooks/{id}/deliveries',
  summary: 'List the last deliveries of a webhook, newest first',
  who: key('webhooks:read'),
  params: z.object({ id: WebhookId }),
  query: z.object({ limit: refusedAs('invalid_paging', integerText({ min: 1, max: 200 })).default(30) }),
  result: list(Delivery, z.object({ webhook_id: z.int(), limit: z.int() })),
  problems: ['invalid_paging', 'out_of_scope', 'not_found'],
  example: {
    before: [oneWebhook],
    params: { id: '$WEBHOOK_ID' },
    answer: { data: [], meta: { webhook_id: 1, limit: 30 } },
  },
  permit: wholeWorkspaceOnly,

  async handle({ params: { id }, query: { limit } }, { principal, database }) {
    if (!(await findWebhook(database, principal.workspaceId, id))) throw problem.not_found()
    const rows = await listDeliveries(database, id, { limit })
    return { data: rows.map(toDelivery), meta: { webhook_id: id, limit } }
  },
})
