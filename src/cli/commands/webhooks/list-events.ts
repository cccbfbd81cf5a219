import { lastEventId, listEventsAfter } from '../../../platform/outbox/event-store.ts'
import { defineCommand } from '../../command.ts'
import { cutPage, pageAfter, printList, shownTime } from '../../listing.ts'
import { requireWorkspace } from '../../require-workspace.ts'
import { id } from '../../value.ts'

/** Of all workspaces, because an index by workspace would slow down every change. */
const lastEventsMax = 1000

export const listEvents = defineCommand({
  words: ['events', 'list'],
  summary: 'Show the events of a workspace of the last week, oldest first',
  options: {
    workspace: { value: id, required: true, description: 'id of the workspace' },
    after: {
      value: id,
      description: `list events after this id (those among the last ${lastEventsMax} of all workspaces)`,
    },
  },
  example: 'bureau events list --workspace 18',
  quiet: true,

  async run({ database }, { workspace: workspaceId, after: given }) {
    await requireWorkspace(database, workspaceId)
    const after = given ?? Math.max(0, (await lastEventId(database)) - lastEventsMax)
    const rows = await listEventsAfter(database, workspaceId, pageAfter(after))
    const { shown, nextAfter } = cutPage(rows, (row) => row.id)
    const events = shown.map(({ id: eventId, name, data, created_at: createdAt }) => ({
      id: eventId,
      event: name,
      workspace_id: workspaceId,
      created_at: createdAt.toISOString(),
      data,
    }))
    return { events, after, next_after: nextAfter }
  },
  print: ({ events, next_after: nextAfter }) =>
    printList({
      nothing: 'No events.',
      rows: events,
      columns: {
        id: (event) => event.id,
        created: (event) => shownTime(event.created_at),
        event: ({ event }) => event,
        data: (event) => JSON.stringify(event.data),
      },
      nextAfter,
    }),
})
