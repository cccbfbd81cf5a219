import { createWorkspace } from './create-workspace.ts'
import { getWorkspace } from './get-workspace.ts'
import { listWorkspaces } from './list-workspaces.ts'
import { updateWorkspace } from './update-workspace.ts'

export const workspaceEndpoints = [listWorkspaces, createWorkspace, getWorkspace, updateWorkspace]
