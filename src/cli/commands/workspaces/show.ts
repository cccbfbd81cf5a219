import { storageOf } from '../../../files/public.ts'
import { IdentityRefusal } from '../../../identity/refusal.ts'
import { findEveryWorkspace } from '../../../identity/workspace/store.ts'
import { defineCommand } from '../../command.ts'
import { shownTime } from '../../listing.ts'
import { details } from '../../text.ts'
import { id } from '../../value.ts'
import { counted } from '../../../platform/counted.ts'

export const showWorkspace = defineCommand({
  words: ['workspaces', 'show'],
  summary: 'Show a workspace and what it stores',
  positionals: { id: { value: id, description: 'id of the workspace' } },
  example: 'bureau workspaces show 18',

  async run({ database }, { id: workspaceId }) {
    const workspace = await findEveryWorkspace(database, workspaceId)
    if (!workspace) throw new IdentityRefusal('workspace_not_found', { workspaceId })
    return { workspace, storage: await storageOf({ database }, workspaceId) }
  },
  print: ({ workspace, storage }) =>
    details({
      id: String(workspace.id),
      name: workspace.name,
      type: workspace.type,
      owner: `user ${workspace.owner_id}`,
      created: shownTime(workspace.created_at),
      ...(workspace.delete_at && { state: `being deleted, gone on ${shownTime(workspace.delete_at)}` }),
      members: String(workspace.members),
      keys: `${workspace.keys} not revoked`,
      storage: `${counted(storage.used, 'byte')} of ${storage.limit ?? 'unlimited'}`,
      items: `${counted(storage.files, 'file')}, ${counted(storage.folders, 'folder')}`,
    }),
})
