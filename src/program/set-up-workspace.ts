import type { WorkspaceSetup } from '../api/context.ts'
import { createStorage } from '../files/public.ts'

/** What services set up for every new workspace, in the transaction that creates it. */
export const setUpWorkspace: WorkspaceSetup = (tx, { id, type }) => createStorage(tx, id, type)
