import { z } from 'zod'
import { key } from '../../identity/schemes/api-key.ts'
import { findWorkspace } from '../../identity/workspace/store.ts'
import { problem } from '../problems.ts'
import { files } from '../service.ts'
import { findUsage } from '../usage/store.ts'
import { toWorkspace, Workspace, WorkspaceId } from './model.ts'
import { currentWorkspace } from '../examples.ts'
import { exampleWorkspace } from './examples.ts'

export const getWorkspace = files.endpoint('getWorkspace', {
  method: 'GET',
  path: '/workspaces/{id}',
  summary: 'Get a workspace that the creator of the key belongs to',
  who: key('workspace:read'),
  params: z.object({ id: WorkspaceId }),
  result: Workspace,
  problems: ['workspace_not_found'],
  example: { before: [currentWorkspace], params: { id: '$WORKSPACE_ID' }, answer: exampleWorkspace },

  async handle({ params }, { principal, database }) {
    const workspace = await findWorkspace(database, principal.userId, params.id)
    if (!workspace) throw problem.workspace_not_found()
    return toWorkspace(workspace, await findUsage(database, workspace.id))
  },
})
