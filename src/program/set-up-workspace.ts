import type { WorkspaceSetup } from '../api/context.ts'
import { createStorage } from '../files/public.ts'

/** What the services put in place for every new workspace, in the transaction that makes it. */
export const setUpWorkspace: WorkspaceSetup = (tx, { id, type }) => createStorage(tx, id, type)
