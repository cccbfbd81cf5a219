import { key } from '../../identity/schemes/api-key.ts'
import { findWorkspace } from '../../identity/workspace/store.ts'
import { problem } from '../problems.ts'
import { files } from '../service.ts'
import { shownUsage } from '../usage/rules.ts'
import { findUsage } from '../usage/store.ts'
import { CurrentWorkspace, toWorkspace } from './model.ts'
import { exampleWorkspace } from './examples.ts'

export const getCurrentWorkspace = files.endpoint('getCurrentWorkspace', {
  method: 'GET',
  path: '/workspaces/current',
  summary: 'Get the workspace that the key is bound to',
  who: key('workspace:read'),
  result: CurrentWorkspace,
  problems: ['workspace_not_found'],
  example: { answer: { ...exampleWorkspace, used_human: '0 B', limit_human: '5 GB' } },

  async handle(_input, { principal, database }) {
    const workspace = await findWorkspace(database, principal.userId, principal.workspaceId)
    if (!workspace) throw problem.workspace_not_found()
    const usage = await findUsage(database, workspace.id)
    const { used_human, limit_human } = shownUsage(usage)
    return { ...toWorkspace(workspace, usage), used_human, limit_human }
  },
})
