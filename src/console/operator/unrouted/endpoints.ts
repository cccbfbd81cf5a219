import { assignUnrouted } from './assign-unrouted.ts'
import { getUnrouted } from './get-unrouted.ts'
import { listUnrouted } from './list-unrouted.ts'
import { suggestWorkspaces } from './suggest-workspaces.ts'

export const unroutedEndpoints = [listUnrouted, getUnrouted, suggestWorkspaces, assignUnrouted]
