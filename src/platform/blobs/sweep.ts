import type { Clock } from '../clock.ts'
import { blobKeyOf, type BlobStore } from './store.ts'

const batchKeys = 500

export interface SweepOptions {
  readonly store: Pick<BlobStore, 'list' | 'remove'>
  readonly clock: Clock
  /** Longer than any blob takes from its last byte to its row; younger blobs are kept. */
  readonly graceMs: number
  /** Maximum per run, which limits the damage of a wrong database. */
  readonly removalsMax: number
  readonly dryRun: boolean
  /** Which of at most 500 keys have an owner. The owner of an `unfinished` blob keeps it at any age. */
  readonly isKnown: (keys: readonly string[], unfinished: boolean) => Promise<ReadonlySet<string>>
}

export interface SweepReport {
  readonly listed: number
  readonly orphans: number
  readonly removed: number
  readonly unfinishedRemoved: number
  readonly capped: boolean
}

/** ARCHITECTURE.md#life-of-an-upload. Owners are read after the listing. A clock jump can't change the age limit. */
export async function sweepOrphans(options: SweepOptions): Promise<SweepReport> {
  const { store, clock, graceMs, removalsMax, dryRun, isKnown } = options
  const oldBefore = clock.now().getTime() - graceMs
  const report = { listed: 0, orphans: 0, removed: 0, unfinishedRemoved: 0, capped: false }
  let found = 0
  const finished: string[] = []
  const unfinished: string[] = []

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
