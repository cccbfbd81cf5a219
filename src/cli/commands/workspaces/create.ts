import { createOrganization } from '../../../identity/workspace/create-organization.ts'
import { setQuota } from '../../../files/public.ts'
import { auditOperator } from '../../audit-operator.ts'
import { defineCommand } from '../../command.ts'
import { bytesOrUnlimited, id, line } from '../../value.ts'

export const createWorkspace = defineCommand({
  words: ['workspaces', 'create'],
  summary: 'Create an organization',
  options: {
    owner: { value: id, required: true, description: 'id of the user who owns it' },
    name: { value: line(100, 'NAME'), required: true, description: 'name of the organization' },
    quota: { value: bytesOrUnlimited, description: 'storage limit, or unlimited (10 GB)' },
  },
  example: "bureau workspaces create --owner 17 --name 'Lee & Sons'",

  run: ({ database, setUpWorkspace }, { owner, name, quota }) =>
    database.transaction(async (tx) => {
      const workspace = await createOrganization(tx, setUpWorkspace, { ownerId: owner, name })
      if (quota !== undefined)
        await setQuota({ database: tx }, { workspaceId: workspace.id, limitBytes: quota })
      await auditOperator(tx, 'workspace.create', `workspace:${workspace.id}`, workspace.id)
      return workspace
    }),
  print: (workspace) => `Workspace ${workspace.id}.`,
})
