import { z } from 'zod'
import { instant } from '../../api/field.ts'
import { member } from '../../identity/schemes/session.ts'
import { findDelivery } from '../../webhooks/delivery/find-store.ts'
import { requestOf } from '../../webhooks/delivery/show-request.ts'
import { problem } from '../problems.ts'
import { console } from '../service.ts'
import { ConsoleDelivery, OneDelivery, toDelivery } from './model.ts'

export const getDelivery = console.endpoint('getDelivery', {
  method: 'GET',
  path: '/workspaces/{workspace}/webhooks/{id}/deliveries/{delivery}',
  summary: 'Get a delivery with its last request and response',
  who: member,
  params: OneDelivery,
  result: ConsoleDelivery.extend({
    request: z
      .object({
        sent_at: instant().nullable(),
        headers: z.record(z.string(), z.string()),
        body: z.string(),
      })
      .describe(
        'As the last attempt sent it. Before the first attempt, `sent_at` is null, and the time of the body is now, without a signature.',
      ),
    response: z.object({
      status: z.int().nullable(),
      excerpt: z.string().nullable().describe('The first 1,024 characters; null without a response.'),
    }),
  }).meta({ id: 'ConsoleDeliveryDetails' }),
  problems: ['not_found'],

  async handle({ params: { id: webhookId, delivery: id } }, { principal, database, clock, vault }) {
    const ids = { workspaceId: principal.workspaceId, webhookId, id }
    const found = await findDelivery(database, ids)
    if (!found) throw problem.not_found()
    const { sentAt, headers, body } = requestOf({ clock, vault }, ids, found)
    return {
      ...toDelivery(found),
      request: { sent_at: sentAt?.toISOString() ?? null, headers, body },
      response: { status: found.response_status, excerpt: found.response_excerpt },
    }
  },
})
