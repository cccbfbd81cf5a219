import { listKeys } from '../../../identity/key/list-store.ts'
import { serviceNames } from '../../../identity/services.ts'
import { defineCommand } from '../../command.ts'
import { after, cutPage, pageAfter, printList, shownTime } from '../../listing.ts'
import { choice, id } from '../../value.ts'
import { withState } from './key-state.ts'

export const listApiKeys = defineCommand({
  words: ['keys', 'list'],
  summary: 'List API keys with their state and last use',
  options: {
    user: { value: id, description: 'only keys that act as this person' },
    workspace: { value: id, description: 'only keys of this workspace' },
    service: { value: choice(serviceNames), description: 'only keys of this API' },
    after,
  },
  example: 'bureau keys list --workspace 18',

  async run({ database, clock }, { user, workspace, service, ...input }) {
    const filter = { userId: user, workspaceId: workspace, service }
    const rows = await listKeys(database, filter, pageAfter(input.after))
    const { shown, nextAfter } = cutPage(rows, (key) => key.id)
    return { keys: shown.map((key) => withState(key, clock.now())), next_after: nextAfter }
  },
  print: ({ keys, next_after: nextAfter }) =>
    printList({
      nothing: 'There are no keys.',
      rows: keys,
      columns: {
        id: (key) => key.id,
        key: (key) => `${key.prefix}…`,
        service: (key) => key.service,
        state: (key) => key.state,
        user: (key) => key.user_id,
        workspace: (key) => key.workspace_id,
        'last used': (key) => shownTime(key.last_used_at),
        name: (key) => key.name,
      },
      nextAfter,
    }),
})
