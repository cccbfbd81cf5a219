import type { Clock } from '../clock.ts'
import { blobKeyOf, type BlobStore } from './store.ts'

const batchKeys = 500

export interface SweepOptions {
  readonly store: Pick<BlobStore, 'list' | 'remove'>
  readonly clock: Clock
  /** Longer than any blob may take from its last byte to its row; younger ones are left alone. */
  readonly graceMs: number
  /**
   * Orphans and unfinished writes removed in one run at most: what a wrong database can do before people
   * notice.
   */
  readonly removalsMax: number
  /** Counts what it would remove and removes nothing. */
  readonly dryRun: boolean
  /**
   * Which of the keys have an owner. Gets at most 500 at once, and with `unfinished` the keys of blobs that are not whole:
   * an owner who still waits for their bytes keeps them, whatever their age.
   */
  readonly isKnown: (keys: readonly string[], unfinished: boolean) => Promise<ReadonlySet<string>>
}

export interface SweepReport {
  readonly listed: number
  /** Blobs past the grace time without an owner, removed or not. */
  readonly orphans: number
  readonly removed: number
  readonly unfinishedRemoved: number
  /** The run came upon more than `removalsMax` and, unless it was a dry one, stopped there. */
  readonly capped: boolean
}

/**
 * Removes blobs without an owner, by listing the whole store: ARCHITECTURE.md#life-of-an-upload. Owners are asked
 * after the listing, so a blob that got its row in between is known; one whose row is still to come is protected by the
 * grace time. The limit of age is fixed at the start, so that a clock set forward during the run ages nothing.
 */
export async function sweepOrphans(options: SweepOptions): Promise<SweepReport> {
  const { store, clock, graceMs, removalsMax, dryRun, isKnown } = options
  const oldBefore = clock.now().getTime() - graceMs
  const report = { listed: 0, orphans: 0, removed: 0, unfinishedRemoved: 0, capped: false }
  let found = 0
  const finished: string[] = []
  const unfinished: string[] = []

  /** Says whether the run may remove one more. */
  function mayRemove(): boolean {
    found += 1
    if (found > removalsMax) report.capped = true
    return !dryRun && !report.capped
  }

  async function removeUnknown(batch: string[]): Promise<void> {
    const keys = batch.splice(0)
    if (keys.length === 0) return
    const known = await isKnown(keys.map(blobKeyOf), batch === unfinished)
    for (const key of keys) {
      if (known.has(blobKeyOf(key))) continue
      if (batch === finished) report.orphans += 1
      if (!mayRemove()) continue
      await store.remove(key)
      if (batch === finished) report.removed += 1
      else report.unfinishedRemoved += 1
    }
  }

  for await (const blob of store.list()) {
    report.listed += 1
    if (blob.writtenAt.getTime() >= oldBefore) continue
    const batch = blob.unfinished ? unfinished : finished
    batch.push(blob.key)
    if (batch.length === batchKeys) await removeUnknown(batch)
    if (report.capped && !dryRun) break
  }
  await removeUnknown(unfinished)
  await removeUnknown(finished)
  return report
}
