import { setQuota } from '../../../files/public.ts'
import { auditOperator } from '../../audit-operator.ts'
import { defineCommand } from '../../command.ts'
import { bytesOrUnlimited, id } from '../../value.ts'
import { counted } from '../../../platform/counted.ts'

export const setWorkspaceQuota = defineCommand({
  words: ['workspaces', 'quota'],
  summary: 'Set the storage limit of a workspace',
  positionals: {
    id: { value: id, description: 'id of the workspace' },
    bytes: { value: bytesOrUnlimited, description: 'the limit, or unlimited' },
  },
  example: 'bureau workspaces quota 18 53687091200',

  async run(context, { id: workspaceId, bytes }) {
    return context.database.transaction(async (tx) => {
      const { limit } = await setQuota({ database: tx }, { workspaceId, limitBytes: bytes })
      await auditOperator(tx, 'quota.set', `workspace:${workspaceId}`, workspaceId)
      return { ok: true, id: workspaceId, quota: limit }
    })
  },
  print: (done) =>
    done.quota === null
      ? `Workspace ${done.id} may store without a limit.`
      : `Workspace ${done.id} may store ${counted(done.quota, 'byte')}.`,
})
