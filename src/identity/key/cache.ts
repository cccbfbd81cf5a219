import { monotonicMs } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Notifications } from '../../platform/notifications.ts'
import type { KeyRow } from './model.ts'
import { findKey } from './store.ts'

/** Maximum age of a cached row: docs/decisions/0007. */
const freshMsMax = 5000
const entriesMax = 20_000

interface Entry {
  readonly row: KeyRow
  readonly loadedMs: number
}

export interface KeyCache {
  readonly find: (digest: Buffer) => Promise<KeyRow | undefined>
  readonly close: () => void
}

/** Notifications evict changed rows; without them, the cache is bypassed. Unknown keys are not cached. */
export function openKeyCache(database: Database, notifications: Notifications): KeyCache {
  const entries = new Map<string, Entry>()
  // Raised by every notification: a row whose read began earlier may be stale and is not kept.
  let generation = 0

  const forget = (payload: string) => {
    generation++
    const [kind, digits] = payload.split(':')
    const id = Number(digits)
    if (kind === 'all') entries.clear()
    for (const [digest, { row }] of entries) {
      if (concerns(row, kind, id)) entries.delete(digest)
    }
  }
  const forgetAll = () => {
    generation++
    entries.clear()
  }
  const stops = [notifications.listen('identity', forget), notifications.onConnection(forgetAll)]

  return {
    find: async (digest) => {
      const name = digest.toString('latin1')
      const known = entries.get(name)
      if (known && notifications.connected() && monotonicMs() - known.loadedMs < freshMsMax) return known.row
      const before = generation
      const loadedMs = monotonicMs()
      const row = await findKey(database, digest)
      if (row && before === generation && notifications.connected()) {
        if (entries.size >= entriesMax) entries.delete(entries.keys().next().value as string)
        entries.delete(name)
        entries.set(name, { row, loadedMs })
      }
      return row
    },
    close: () => {
      for (const stop of stops) stop()
    },
  }
}

function concerns(row: KeyRow, kind: string | undefined, id: number): boolean {
  if (kind === 'key') return row.id === id
  if (kind === 'user') return [row.user_id, row.owner_id, row.sponsor_id, row.owner_sponsor_id].includes(id)
  return kind === 'workspace' && row.workspace_id === id
}
