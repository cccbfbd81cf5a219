import { z } from 'zod'
import { auditCall } from '../../identity/audit/audit-call.ts'
import { key } from '../../identity/schemes/api-key.ts'
import type { MemberContext } from '../../identity/principal.ts'
import { findWorkspace, writeWorkspaceName } from '../../identity/workspace/store.ts'
import { refusedAs, text, withLength } from '../../api/field.ts'
import { workspaceRenamed } from './events.ts'
import { problem } from '../problems.ts'
import { files } from '../service.ts'
import { findUsage } from '../usage/store.ts'
import { isWorkspaceName, nameCharactersMax, toWorkspace, Workspace, WorkspaceId } from './model.ts'
import { emit } from '../../platform/outbox/emit.ts'
import { currentWorkspace } from '../examples.ts'
import { exampleWorkspace } from './examples.ts'

export const renameWorkspace = files.endpoint('renameWorkspace', {
  method: 'PATCH',
  path: '/workspaces/{id}',
  summary: 'Rename the workspace that the key is bound to',
  who: key('workspace:write'),
  params: z.object({ id: WorkspaceId }),
  body: z.object({
    name: withLength({ min: 1, max: nameCharactersMax }, refusedAs('rename_failed', text()))
      .optional()
      .describe('not blank, without control and formatting characters'),
  }),
  result: Workspace,
  problems: [
    'no_changes',
    'rename_failed',
    'not_admin',
    'cross_workspace',
    'out_of_scope',
    'workspace_not_found',
  ],
  example: {
    before: [currentWorkspace],
    params: { id: '$WORKSPACE_ID' },
    body: { name: 'Studio' },
    answer: { ...exampleWorkspace, name: 'Studio' },
  },

  async handle({ params, body: { name } }, context) {
    const { principal, database } = context
    return database.transaction(async (tx) => {
      const before = await findWorkspace(tx, principal.userId, params.id)
      if (!before) throw problem.workspace_not_found()
      requireRight(principal, params.id)
      if (name === undefined) throw problem.no_changes()
      if (!isWorkspaceName(name)) throw problem.rename_failed()
      const renamed = toWorkspace({ ...before, name }, await findUsage(tx, params.id))
      if (name === before.name) return renamed
      await writeWorkspaceName(tx, params.id, name)
      await emit(tx, workspaceRenamed(params.id, renamed))
      await auditCall(tx, context, { action: 'workspace.rename', target: `workspace:${params.id}` })
      return renamed
    })
  },
})

function requireRight({ workspaceId, folderId, role }: MemberContext['principal'], id: number): void {
  if (id !== workspaceId) throw problem.cross_workspace()
  if (folderId !== null) throw problem.out_of_scope()
  if (role === 'member') throw problem.not_admin()
}
