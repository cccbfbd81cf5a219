import { idleMs } from '../../../identity/session/rules.ts'
import { listWorkspacesOf } from '../../../identity/workspace/store.ts'
import type { Queryable } from '../../../platform/database/database.ts'
import { countedMax } from '../../../platform/operations/collector.ts'
import { problem } from '../../problems.ts'
import { toDetails } from './model.ts'
import { findPersonDetails } from './store.ts'

const workspacesMax = 500

/** Throws `user_not_found`. */
export async function detailsOf(database: Queryable, id: number, now: Date) {
  const seenAfter = new Date(now.getTime() - idleMs)
  const person = await findPersonDetails(database, id, { now, seenAfter, countedMax })
  if (!person) throw problem.user_not_found()
  const { workspaces } = await listWorkspacesOf(database, id, { limit: workspacesMax, offset: 0 })
  return toDetails(person, workspaces)
}
