import type { Queryable } from '../../platform/database/database.ts'
import { findRevision } from '../usage/store.ts'

interface CachedCount {
  readonly revision: string | undefined
  readonly count: number
}

const countsKeptMax = 5000

/** Least recently used first. */
const cachesOf = new WeakMap<Queryable, Map<string, CachedCount>>()

/**
 * Counts a listing once for each state of its workspace, because clients page through it. For new rows PostgreSQL
 * cannot count from the index alone, which takes longer than the rest of a page.
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
