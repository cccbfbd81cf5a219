import { deliveryStatuses, listAnyDeliveries } from '../../../webhooks/delivery/operator-store.ts'
import { defineCommand } from '../../command.ts'
import { cutNewest, newest, pageBefore, printList, shownTime } from '../../listing.ts'
import { choice, id } from '../../value.ts'

export const listDeliveries = defineCommand({
  words: ['deliveries', 'list'],
  summary: 'List deliveries to webhooks and what became of them, newest first',
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
      headings: [
        'id',
        'created',
        'workspace',
        'webhook',
        'event',
        'status',
        'attempts',
        'answer',
        'next attempt',
        'last error',
      ],
      rows: deliveries.map((delivery) => [
        String(delivery.id),
        shownTime(delivery.created_at),
        String(delivery.workspace_id),
        String(delivery.webhook_id),
        delivery.event,
        delivery.status,
        String(delivery.attempts),
        String(delivery.response_status ?? ''),
        delivery.next_attempt_at ? shownTime(delivery.next_attempt_at) : '',
        delivery.last_error ?? '',
      ]),
      nextBefore,
    }),
})
