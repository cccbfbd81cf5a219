import { z } from 'zod'
import { list } from '../../api/result.ts'
import { member } from '../../identity/schemes/session.ts'
import { listDeliveries as readDeliveries } from '../../webhooks/delivery/list-store.ts'
import { deliveryStatuses } from '../../webhooks/delivery/model.ts'
import { findWebhook } from '../../webhooks/webhook/store.ts'
import { pageMeta, pageOf, Paging } from '../paging.ts'
import { problem } from '../problems.ts'
import { console } from '../service.ts'
import { ConsoleDelivery, OfWebhook, toDelivery } from './model.ts'

export const listDeliveries = console.endpoint('listDeliveries', {
  method: 'GET',
  path: '/workspaces/{workspace}/webhooks/{id}/deliveries',
  summary: 'List the deliveries of a webhook, newest first',
  who: member,
  params: OfWebhook,
  query: z.object({ ...Paging, status: z.enum(deliveryStatuses).optional() }),
  result: list(ConsoleDelivery, pageMeta),
  problems: ['not_found'],

  async handle({ params: { id }, query: { status, before, limit } }, { principal, database }) {
    if (!(await findWebhook(database, principal.workspaceId, id))) throw problem.not_found()
    const { rows, meta } = pageOf(
      await readDeliveries(database, id, { status, before, limit: limit + 1 }),
      limit,
    )
    return { data: rows.map(toDelivery), meta }
  },
})
