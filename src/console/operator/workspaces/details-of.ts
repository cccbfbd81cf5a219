import type { z } from 'zod'
import { storageOf } from '../../../files/public.ts'
import { listMembers } from '../../../identity/member/store.ts'
import { findEveryWorkspace } from '../../../identity/workspace/store.ts'
import type { Queryable } from '../../../platform/database/database.ts'
import { problem } from '../../problems.ts'
import { toWorkspace, type OperatorWorkspaceDetails } from './model.ts'
import { findWorkspaces } from './store.ts'

const peopleMax = 500

/** Throws `workspace_not_found`. */
export async function detailsOf(
  database: Queryable,
  id: number,
): Promise<z.input<typeof OperatorWorkspaceDetails>> {
  const [workspace] = await findWorkspaces(database, { id, limit: 1 })
  const found = await findEveryWorkspace(database, id)
  if (!workspace || !found) throw problem.workspace_not_found()
  const { files, folders } = await storageOf({ database }, id)
  const people = await listMembers(database, id, { after: 0, limit: peopleMax })
  return {
    ...toWorkspace(workspace),
    keys: found.keys,
    files,
    folders,
    people: people.map(({ user_id, email, first_name, last_name, role, disabled }) => ({
      id: user_id,
      email,
      first_name,
      last_name,
      role,
      disabled,
    })),
  }
}
