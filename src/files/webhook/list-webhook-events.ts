import { z } from 'zod'
import { key } from '../../identity/schemes/api-key.ts'
import { list } from '../../api/result.ts'
import { catalog, wildcard } from '../../webhooks/webhook/catalog.ts'
import { files } from '../service.ts'
import { wholeWorkspaceOnly } from './permit.ts'

const events = Object.entries(catalog).map(([event, description]) => ({ event, description }))

export const listWebhookEvents = files.endpoint('listWebhookEvents', {
  method: 'GET',
  path: '/webhooks/events',
  summary: 'List the events that a webhook can subscribe to',
  description: '`*` subscribes to all of them, and to those that cannot be subscribed to by name.',
  who: key('webhooks:read'),
  result: list(
    z.object({ event: z.string(), description: z.string() }),
    z.object({ wildcard: z.literal(wildcard) }),
  ),
  problems: ['out_of_scope'],
  example: { answer: { data: events, meta: { wildcard } } },
  permit: wholeWorkspaceOnly,

  handle: () => Promise.resolve({ data: events, meta: { wildcard } }),
})
