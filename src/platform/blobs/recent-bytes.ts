import { LRUCache } from 'lru-cache'

/** A blob whose bytes are in memory. The bytes under a key never change. */
export interface RecentBlob {
  readonly key: string
  readonly bytes: Uint8Array
}

/**
 * The bytes of inline blobs that were read lately, under names that the caller chooses, so that they need not come from the
 * database again. A name says nothing about who may read them or whether they are still its blob: ask
 * for the row each time, and use them only where it has the same key.
 */
export interface RecentBytes {
  readonly find: (name: string) => RecentBlob | undefined
  readonly keep: (name: string, blob: RecentBlob) => void
}

/** Two thousand files of 4 KiB in a few folders of pictures and scripts, and a tenth of what an idle process takes. */
const bytesMax = 16 * 1024 * 1024
/** What an entry takes beside its bytes, about: two keys, an array and its buffer, and its place in the cache. */
const entryBytes = 512

/** Of one process; bounded, and those that nobody asked for the longest time go first. */
export function openRecentBytes(): RecentBytes {
  const blobs = new LRUCache<string, RecentBlob>({
    maxSize: bytesMax,
    sizeCalculation: ({ bytes }) => entryBytes + bytes.length,
  })
  return {
    find: (name) => blobs.get(name),
    // A copy: bytes of a row may be a corner of a buffer that others share, and would keep all of it.
    keep: (name, { key, bytes }) => void blobs.set(name, { key, bytes: new Uint8Array(bytes) }),
  }
}
