import { z } from 'zod'
import { isName } from '../../identity/name.ts'
import type { WorkspaceRow } from '../../identity/workspace/store.ts'
import { plainTime } from '../../platform/clock.ts'
import { idText, plainInstant, refusedAs } from '../../api/field.ts'
import { shownUsage, type Usage } from '../usage/rules.ts'

/** docs/api/files.md#workspaces */
export const Workspace = z
  .object({
    id: z.int(),
    name: z.string(),
    type: z.enum(['personal', 'org']),
    owner_id: z.int(),
    storage: z.object({
      used: z.int().describe('bytes'),
      limit: z.int().nullable().describe('bytes; null when unlimited'),
      unlimited: z.boolean(),
    }),
    created_at: plainInstant(),
  })
  .meta({ id: 'Workspace' })
export type Workspace = z.output<typeof Workspace>

export const CurrentWorkspace = Workspace.extend({
  used_human: z.string(),
  limit_human: z.string(),
}).meta({ id: 'CurrentWorkspace' })

export const ListedWorkspace = Workspace.extend({
  role: z.enum(['owner', 'admin', 'member']).describe('of the creator of the key'),
}).meta({ id: 'ListedWorkspace' })

export const WorkspaceId = refusedAs('workspace_not_found', idText())

export const nameCharactersMax = 100

/** docs/api/files.md#workspaces */
export const isWorkspaceName = (name: string): boolean => isName(name, nameCharactersMax)

export function toWorkspace(workspace: WorkspaceRow, usage: Usage): Workspace {
  const { used, limit, unlimited } = shownUsage(usage)
  return {
    id: workspace.id,
    name: workspace.name,
    type: workspace.type,
    owner_id: workspace.owner_id,
    storage: { used, limit, unlimited },
    created_at: plainTime(workspace.created_at),
  }
}
