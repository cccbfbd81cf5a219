import type { Queryable } from '../../platform/database/database.ts'
import { findRevision } from '../usage/store.ts'

interface CachedCount {
  readonly revision: string | undefined
  readonly count: number
}

/** Counts that a process keeps at most, each with a hundred bytes or the name that was searched for. */
const countsKeptMax = 5000

/** The counts of one database; what was used last is at the end. */
const cachesOf = new WeakMap<Queryable, Map<string, CachedCount>>()

/**
 * Counts what a listing finds once for each state of its workspace, since one who turns the pages of a folder asks again and
 * again. PostgreSQL counts along an index, but of files that are new it looks at each row, which takes longer than
 * all else that a page costs.
 */
export async function cachedCount(
  database: Queryable,
  workspaceId: number,
  listing: string,
  count: () => Promise<number>,
): Promise<number> {
  // Read before the count: a change in between only makes the count look older than it is.
  const revision = await findRevision(database, workspaceId)
  const kept = cachesOf.get(database) ?? new Map<string, CachedCount>()
  cachesOf.set(database, kept)
  const name = `${workspaceId} ${listing}`
  const known = kept.get(name)
  const newest = known?.revision === revision && known ? known : { revision, count: await count() }
  kept.delete(name)
  kept.set(name, newest)
  const [oldest] = kept.keys()
  if (kept.size > countsKeptMax && oldest !== undefined) kept.delete(oldest)
  return newest.count
}
