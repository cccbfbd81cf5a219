import { listEveryWorkspace as list } from '../../../identity/workspace/store.ts'
import { defineCommand } from '../../command.ts'
import { after, cutPage, pageAfter, printList, shownTime } from '../../listing.ts'
import { id } from '../../value.ts'

export const listWorkspaces = defineCommand({
  words: ['workspaces', 'list'],
  summary: 'List workspaces',
  options: { user: { value: id, description: 'only those that this person belongs to' }, after },
  example: 'bureau workspaces list --user 17',

  async run({ database }, { user, ...input }) {
    const { shown, nextAfter } = cutPage(await list(database, pageAfter(input.after), user), (row) => row.id)
    return { workspaces: shown, next_after: nextAfter }
  },
  print: ({ workspaces, next_after: nextAfter }) =>
    printList({
      nothing: 'There are no workspaces.',
      rows: workspaces,
      columns: {
        id: (workspace) => workspace.id,
        type: (workspace) => workspace.type,
        owner: (workspace) => workspace.owner_id,
        name: (workspace) => workspace.name,
        created: (workspace) => shownTime(workspace.created_at),
        state: ({ delete_at: at }) => (at ? `gone on ${shownTime(at)}` : 'active'),
      },
      nextAfter,
    }),
})
