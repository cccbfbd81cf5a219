import { createOrganization } from '../../../access/workspace/create-workspace.ts'
import { setQuota } from '../../../files/public.ts'
import { defineCommand } from '../../command.ts'
import { bytesOrUnlimited, id, line } from '../../value.ts'

export const createWorkspace = defineCommand({
  words: ['workspaces', 'create'],
  summary: 'Create an organization',
  options: {
    owner: { value: id, required: true, description: 'user who owns it' },
    name: { value: line(100, 'NAME'), required: true, description: 'name of the organization' },
    quota: { value: bytesOrUnlimited, description: 'storage limit, or unlimited (10 GB)' },
  },
  example: "bureau workspaces create --owner 17 --name 'Lee & Sons'",

  run: (context, { owner, name, quota }) =>
    createOrganization(context, context.setUpWorkspace, { ownerId: owner, name }, async (tx, workspaceId) => {
      if (quota !== undefined) await setQuota({ database: tx }, { workspaceId, limitBytes: quota })
    }),
  print: (workspace) => `Workspace ${workspace.id}.`,
})
