import { listAnyWebhooks, webhookStatuses } from '../../../webhooks/webhook/operator-store.ts'
import { defineCommand } from '../../command.ts'
import { after, cutPage, pageAfter, printList, shownTime } from '../../listing.ts'
import { choice, id } from '../../value.ts'

export const listWebhooks = defineCommand({
  words: ['webhooks', 'list'],
  summary: 'List webhooks with their state and last result',
  options: {
    workspace: { value: id, description: 'only webhooks of this workspace' },
    status: {
      value: choice(webhookStatuses),
      description: 'only webhooks with this status; paused: the creator is disabled',
    },
    after,
  },
  example: 'bureau webhooks list --workspace 18',

  async run({ database }, { workspace, status, ...input }) {
    const rows = await listAnyWebhooks(database, { workspaceId: workspace, status }, pageAfter(input.after))
    const { shown, nextAfter } = cutPage(rows, (webhook) => webhook.id)
    return { webhooks: shown, next_after: nextAfter }
  },
  print: ({ webhooks, next_after: nextAfter }) =>
    printList({
      nothing: 'There are no such webhooks.',
      rows: webhooks,
      columns: {
        id: (webhook) => webhook.id,
        workspace: (webhook) => webhook.workspace_id,
        creator: (webhook) => webhook.created_by,
        status: (webhook) => webhook.status,
        'last answer': (webhook) => webhook.last_status,
        'last delivered': (webhook) => shownTime(webhook.last_delivered_at),
        name: (webhook) => webhook.name,
        url: (webhook) => webhook.url,
        'last error': (webhook) => webhook.last_error,
      },
      nextAfter,
    }),
})
