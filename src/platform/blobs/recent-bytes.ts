import { LRUCache } from 'lru-cache'

export interface RecentBlob {
  readonly key: string
  readonly bytes: Uint8Array
}

/** A cache without access checks: read the row each time and use the bytes only if the row has the same key. */
export interface RecentBytes {
  readonly find: (name: string) => RecentBlob | undefined
  readonly keep: (name: string, blob: RecentBlob) => void
}

/** Two thousand files of 4 KiB; a tenth of an idle process. */
const bytesMax = 16 * 1024 * 1024
const entryBytes = 512

export function openRecentBytes(): RecentBytes {
  const blobs = new LRUCache<string, RecentBlob>({
    maxSize: bytesMax,
    sizeCalculation: ({ bytes }) => entryBytes + bytes.length,
  })
  return {
    find: (name) => blobs.get(name),
    // A row's bytes may be a slice of a larger buffer, which would stay in memory.
    keep: (name, { key, bytes }) => void blobs.set(name, { key, bytes: new Uint8Array(bytes) }),
  }
}
