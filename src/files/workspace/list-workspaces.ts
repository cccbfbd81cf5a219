import { z } from 'zod'
import { key } from '../../identity/schemes/api-key.ts'
import { listWorkspacesOf } from '../../identity/workspace/store.ts'
import { page } from '../../api/result.ts'
import { paging } from '../paging.ts'
import { files } from '../service.ts'
import { ListedWorkspace, toWorkspace } from './model.ts'
import { findUsages } from './store.ts'
import { examplePage } from '../examples.ts'
import { exampleWorkspace } from './examples.ts'

export const listWorkspaces = files.endpoint('listWorkspaces', {
  method: 'GET',
  path: '/workspaces',
  summary: 'List the workspaces that the creator of the key belongs to, oldest first',
  who: key('workspace:read'),
  query: z.object(paging),
  result: page(ListedWorkspace),
  problems: ['invalid_paging'],
  example: { answer: { data: [{ ...exampleWorkspace, role: 'owner' }], meta: examplePage } },

  async handle({ query }, { principal, database }) {
    const { workspaces, total } = await listWorkspacesOf(database, principal.userId, query)
    const usages = await findUsages(
      database,
      workspaces.map(({ id }) => id),
    )
    const data = workspaces.flatMap((workspace) => {
      const usage = usages.get(workspace.id)
      return usage ? [{ ...toWorkspace(workspace, usage), role: workspace.role }] : []
    })
    const { offset, limit } = query
    const next = offset + limit
    return { data, meta: { total, offset, limit, next_offset: next < total ? next : null } }
  },
})
