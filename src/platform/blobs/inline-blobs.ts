import { Readable } from 'node:stream'
import type { Random } from '../random.ts'
import { BlobMissing, requireBlobKey, type BlobRange, type BlobStore } from './store.ts'

/** Small blobs live in their database row (docs/decisions/0019). The key marks them, so readers need not know. */
const inlinePattern = /^inline-[0-9A-Za-z]{32}$/

export const inlineKey = (random: Random): string => `inline-${random.base62(32)}`

export type FindInline = (key: string) => Promise<Uint8Array | undefined>

/** The same store, able to read inline blobs. `remove` ignores them, because their bytes are deleted with their row. */
export function withInlineBlobs<Store extends BlobStore>(store: Store, find: FindInline): Store {
  const rangeOf = async (key: string, range: BlobRange): Promise<Uint8Array> => {
    const bytes = await find(key)
    if (!bytes) throw new BlobMissing(`The blob ${key} does not exist.`)
    if (range.end >= bytes.length) throw new Error(`Byte ${range.end} is outside the blob ${key}.`)
    return bytes.subarray(range.start, range.end + 1)
  }
  return {
    ...store,
    read: async (key, range) =>
      isInline(key)
        ? Readable.from(piecesOf(await rangeOf(key, range)), { objectMode: false })
        : store.read(key, range),
    borrow: async (key, range) =>
      isInline(key) ? Readable.from(piecesOf(await rangeOf(key, range))) : store.borrow(key, range),
    write: async (key, source, options) => {
      requireOwnObject(key)
      return store.write(key, source, options)
    },
    createParts: async (key, sizes) => {
      requireOwnObject(key)
      return store.createParts(key, sizes)
    },
    pathOf: (key) => (isInline(key) ? undefined : store.pathOf?.(key)),
    remove: async (key) => {
      if (!isInline(key)) await store.remove(key)
    },
  }
}

const isInline = (key: string): boolean => inlinePattern.test(key)

/** An empty piece would be sent, so an empty blob has no pieces. */
const piecesOf = (bytes: Uint8Array): Uint8Array[] => (bytes.length > 0 ? [bytes] : [])

function requireOwnObject(key: string): void {
  requireBlobKey(key)
  if (isInline(key)) throw new RangeError(`${key} is an inline blob; its row is written instead.`)
}
