import { deliveryStatuses } from '../../../webhooks/delivery/model.ts'
import { listAnyDeliveries } from '../../../webhooks/delivery/operator-store.ts'
import { defineCommand } from '../../command.ts'
import { cutNewest, newest, pageBefore, printList, shownTime } from '../../listing.ts'
import { choice, id } from '../../value.ts'

export const listDeliveries = defineCommand({
  words: ['deliveries', 'list'],
  summary: 'List deliveries to webhooks with their results, newest first',
  options: {
    workspace: { value: id, description: 'only deliveries of this workspace' },
    webhook: { value: id, description: 'only deliveries to this webhook' },
    status: { value: choice(deliveryStatuses), description: 'only deliveries with this status' },
    ...newest,
  },
  example: 'bureau deliveries list --status failed',

  async run({ database }, { workspace, webhook, status, ...input }) {
    const page = pageBefore(input)
    const filter = { workspaceId: workspace, webhookId: webhook, status }
    const { shown, nextBefore } = cutNewest(await listAnyDeliveries(database, filter, page), page)
    return { deliveries: shown, next_before: nextBefore }
  },
  print: ({ deliveries, next_before: nextBefore }) =>
    printList({
      nothing: 'There are no such deliveries.',
      rows: deliveries,
      columns: {
        id: (delivery) => delivery.id,
        created: (delivery) => shownTime(delivery.created_at),
        workspace: (delivery) => delivery.workspace_id,
        webhook: (delivery) => delivery.webhook_id,
        event: (delivery) => delivery.event,
        status: (delivery) => delivery.status,
        attempts: (delivery) => delivery.attempts,
        answer: (delivery) => delivery.response_status,
        'next attempt': ({ next_attempt_at: time }) => time && shownTime(time),
        'last error': (delivery) => delivery.last_error,
      },
      nextBefore,
    }),
})
