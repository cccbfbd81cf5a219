import { z } from 'zod'
import { key } from '../../identity/schemes/api-key.ts'
import { page } from '../../api/result.ts'
import { toWebhook, Webhook } from '../../webhooks/webhook/model.ts'
import { countWebhooks, listWebhooks as readWebhooks } from '../../webhooks/webhook/store.ts'
import { examplePage } from '../examples.ts'
import { pageMeta, paging } from '../paging.ts'
import { files } from '../service.ts'
import { exampleWebhook, oneWebhook } from './examples.ts'
import { wholeWorkspaceOnly } from './permit.ts'

export const listWebhooks = files.endpoint('listWebhooks', {
  method: 'GET',
  path: '/webhooks',
  summary: 'List the webhooks of the workspace, oldest first',
  who: key('webhooks:read'),
  query: z.object(paging),
  result: page(Webhook),
  problems: ['invalid_paging', 'out_of_scope'],
  example: { before: [oneWebhook], answer: { data: [exampleWebhook], meta: examplePage } },
  permit: wholeWorkspaceOnly,

  async handle({ query }, { principal, database }) {
    const { workspaceId } = principal
    const rows = await readWebhooks(database, workspaceId, query)
    return { data: rows.map(toWebhook), meta: pageMeta(await countWebhooks(database, workspaceId), query) }
  },
})
