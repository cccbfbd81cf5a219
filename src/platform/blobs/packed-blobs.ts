import { requireBlobKey, type BlobRange, type BlobStore } from './store.ts'

/** Small blobs that are written together share a file or object, a pack. The key names the place in the pack. */

/** `<pack>-<number>-<start>-<size>`, numbers in base 36. */
const packedPattern = /^([0-9A-Za-z]{16,32})-[0-9a-z]{1,4}-([0-9a-z]{1,7})-([0-9a-z]{1,7})$/

/** `index` distinguishes empty blobs at the same start. */
export function packedKey(packKey: string, index: number, start: number, sizeBytes: number): string {
  const key = [packKey, ...[index, start, sizeBytes].map((number) => number.toString(36))].join('-')
  if (!packedPattern.test(key)) throw new RangeError(`${key} is not the key of a packed blob.`)
  return key
}

interface PlaceInPack {
  readonly packKey: string
  readonly start: number
  readonly sizeBytes: number
}

function placeInPack(key: string): PlaceInPack | undefined {
  const [, packKey, start, size] = packedPattern.exec(key) ?? []
  if (packKey === undefined || start === undefined || size === undefined) return undefined
  return { packKey, start: Number.parseInt(start, 36), sizeBytes: Number.parseInt(size, 36) }
}

/** The same store, able to read packed blobs. They can't be written, and `remove` leaves their bytes to the pack. */
export function withPackedBlobs<Store extends BlobStore>(store: Store): Store {
  return {
    ...store,
    read: async (key, range) => store.read(...placeOf(key, range)),
    borrow: async (key, range) => store.borrow(...placeOf(key, range)),
    write: async (key, source, options) => {
      requireWhole(key)
      return store.write(key, source, options)
    },
    createParts: async (key, sizes) => {
      requireWhole(key)
      return store.createParts(key, sizes)
    },
    pathOf: (key) => (placeInPack(key) ? undefined : store.pathOf?.(key)),
    remove: async (key) => {
      if (!placeInPack(key)) await store.remove(key)
    },
  }
}

function placeOf(key: string, range: BlobRange): [key: string, range: BlobRange] {
  const place = placeInPack(key)
  if (!place) return [key, range]
  const { packKey, start, sizeBytes } = place
  if (range.end >= sizeBytes) throw new Error(`Byte ${range.end} is outside the blob ${key}.`)
  // Only the store knows whether the pack exists.
  if (range.end < range.start) return [packKey, { start: 0, end: -1 }]
  return [packKey, { start: start + range.start, end: start + range.end }]
}

function requireWhole(key: string): void {
  requireBlobKey(key)
  if (placeInPack(key)) throw new RangeError(`${key} is a packed blob; its pack is written instead.`)
}
