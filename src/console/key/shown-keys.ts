import type { HandlerContext } from '../../api/endpoint.ts'
import { folderNames } from '../../files/public.ts'
import { findWorkspaceKey, type WorkspaceKey } from '../../identity/key/workspace-store.ts'
import type { PrincipalOf } from '../../identity/principal.ts'
import { countKeyRequests } from '../../identity/request/list-store.ts'
import type { Database, Queryable } from '../../platform/database/database.ts'
import { phonesOfNumbers } from '../../sms/number/store.ts'
import { problem } from '../problems.ts'
import { toKey, type KeyFacts, type ConsoleKey } from './model.ts'

const dayMs = 86_400_000

const present = <Value>(values: readonly (Value | null)[]): Value[] => [
  ...new Set(values.flatMap((value) => value ?? [])),
]

export async function factsOf(
  database: Database,
  workspaceId: number,
  rows: readonly WorkspaceKey[],
  now: Date,
): Promise<KeyFacts> {
  const since = new Date(now.getTime() - dayMs)
  const used = rows.filter(({ last_used_at: last }) => last !== null && last >= since)
  const [folders, phones, requests] = await Promise.all([
    folderNames({ database }, workspaceId, present(rows.map((row) => row.folder_id))),
    phonesOfNumbers(database, present(rows.map((row) => row.number_id))),
    countKeyRequests(database, { workspaceId, keyIds: used.map(({ id }) => id), since }),
  ])
  return { folders, phones, requests }
}

/** Members see the keys that they created; admins and the owner see all. */
const isVisibleTo = ({ userId, role }: PrincipalOf<'session'>, row: Pick<WorkspaceKey, 'user_id'>): boolean =>
  role !== 'member' || row.user_id === userId

/** Throws `key_not_found`, also for keys that the caller may not see. */
export async function requireKey(
  database: Queryable,
  principal: PrincipalOf<'session'>,
  id: number,
): Promise<WorkspaceKey> {
  const row = await findWorkspaceKey(database, principal.workspaceId, id)
  if (!row || !isVisibleTo(principal, row)) throw problem.key_not_found()
  return row
}

/** Throws `key_not_found`. */
export async function showKey(
  { database, clock, principal }: HandlerContext<PrincipalOf<'session'>>,
  id: number,
): Promise<ConsoleKey> {
  const row = await requireKey(database, principal, id)
  const now = clock.now()
  return toKey(row, await factsOf(database, principal.workspaceId, [row], now), now)
}
