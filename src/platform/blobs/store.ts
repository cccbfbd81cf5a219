import type { Readable } from 'node:stream'
import type { FairLimiter } from '../concurrency/fair-limiter.ts'
import type { FlowKeys } from '../concurrency/flow-key.ts'

/** What a finished blob is known by. */
export interface BlobSeal {
  readonly sizeBytes: number
  /** Lower-case hexadecimal. */
  readonly sha256: string
  /** Unsigned 32-bit; archives are written from it without reading the bytes again. */
  readonly crc32: number
}

/** Bytes of a blob, both ends included; 0 and -1 for an empty one. */
export interface BlobRange {
  readonly start: number
  readonly end: number
}

/** Pieces of a blob, each good until the next is asked for; to be iterated once, if only to break off. */
export type BorrowedBytes = AsyncIterable<Uint8Array>

/** Where one part of a blob belongs. */
export interface BlobPart {
  /** From 0. */
  readonly index: number
  /** Bytes of the blob before it. */
  readonly offset: number
  readonly sizeBytes: number
}

/** What a written part is known by. */
export interface WrittenPart {
  /** Unsigned 32-bit; `combineCrc32` makes that of the whole from those of the parts. */
  readonly crc32: number
  /** What `completeParts` wants to see again. */
  readonly tag: string
}

/** One line of what a store holds. */
export interface ListedBlob {
  readonly key: string
  readonly writtenAt: Date
  readonly unfinished: boolean
}

/** Thrown when the store is full; nothing of the blob remains. */
export class BlobStoreFull extends Error {
  override readonly name = 'BlobStoreFull'
}

/** Thrown when more bytes come than were allowed; nothing of the blob, or a part that does not count, remains. */
export class BlobTooLarge extends Error {
  override readonly name = 'BlobTooLarge'
}

/** Thrown when the source of a part ends too early; the part does not count. */
export class BlobPartIncomplete extends Error {
  override readonly name = 'BlobPartIncomplete'
}

/** Thrown before the first byte when the blob, finished or unfinished, does not exist. */
export class BlobMissing extends Error {
  override readonly name = 'BlobMissing'
}

/** Thrown when the server of a store fails, refuses for now or is silent; the same call may succeed later. */
export class BlobStoreUnavailable extends Error {
  override readonly name = 'BlobStoreUnavailable'
}

/** On whose behalf bytes are written: writers are given out in turns. The program's own when omitted. */
export interface WriteOptions {
  readonly flowKeys?: FlowKeys | undefined
  readonly signal?: AbortSignal | undefined
}

/**
 * Keys are opaque and drawn by the caller. Nothing in them can leave a folder or need escaping in an address.
 */
export const blobKeyPattern = /^[0-9A-Za-z_-]{16,64}$/

/** Throws a RangeError for an invalid key. Every store checks this first. */
export function requireBlobKey(key: string): void {
  if (!blobKeyPattern.test(key))
    throw new RangeError('A blob key is 16 to 64 characters of 0-9, A-Z, a-z, _ and -.')
}

/** Throws a RangeError for an invalid part. Every store checks this first. */
export function requireBlobPart({ index, offset, sizeBytes }: BlobPart): void {
  const whole = [index, offset, sizeBytes].every(Number.isSafeInteger)
  if (!whole || index < 0 || offset < 0 || sizeBytes < 1)
    throw new RangeError('A part has an index and an offset from 0 and at least one byte.')
}

/** The blob that a listed key, with or without a suffix, belongs to. */
export function blobKeyOf(listedKey: string): string {
  const dot = listedKey.indexOf('.')
  return dot < 0 ? listedKey : listedKey.slice(0, dot)
}

/**
 * Where the bytes of files are. A blob is written once under its own key, and never changes.
 * Two stores exist: a local directory and S3; the same contract tests run against both.
 */
export interface BlobStore {
  /**
   * Writes all of `source` under `key`; resolves only when the bytes are durable. When `source` fails or
   * `signal` aborts, or no writer is free in time (`PermitRefused`), the promise rejects and nothing remains. As with `for await`, a failed write ends the
   * iteration early, which destroys a plain stream; pass `stream.iterator({ destroyOnReturn: false })` to
   * keep it.
   */
  readonly write: (
    key: string,
    source: AsyncIterable<Uint8Array>,
    options: WriteOptions & { readonly bytesMax: number },
  ) => Promise<BlobSeal>
  /**
   * The bytes of a range, to keep. Destroying the stream stops the reading. Rejects with BlobMissing when the
   * blob does not exist.
   */
  readonly read: (key: string, range: BlobRange) => Promise<Readable>
  /**
   * The same bytes for callers that keep nothing: a piece is valid until the next one is asked for, then
   * its memory may be used again.
   */
  readonly borrow: (key: string, range: BlobRange) => Promise<BorrowedBytes>
  /**
   * Begins a blob of `sizeBytes` (at least 1) that comes in parts of `partBytes`, the last one shorter. Gives
   * the reference that the caller keeps and passes to the other calls. Rejects with BlobStoreFull, or with a
   * RangeError for parts that the store cannot take. Until it is sealed the blob is listed as unfinished.
   */
  readonly createParts: (
    key: string,
    sizes: { readonly sizeBytes: number; readonly partBytes: number },
  ) => Promise<string>
  /**
   * Writes one part; resolves only when it is durable. Parts come in any order and in parallel. A part that
   * failed leaves the others as they are and may be written again. Only one writer at a time may be at one
   * part, and none when the blob is sealed: that is the caller's to see to, and when the promise is settled nothing is
   * being written any more. Rejects with BlobPartIncomplete, BlobTooLarge, BlobStoreFull,
   * BlobStoreUnavailable, BlobMissing when the blob was never begun or is abandoned, the failure of `source`,
   * or the reason of `signal`.
   */
  readonly writePart: (
    key: string,
    reference: string,
    part: BlobPart,
    source: AsyncIterable<Uint8Array>,
    options?: WriteOptions,
  ) => Promise<WrittenPart>
  /**
   * Makes the parts, which must be all of them, the blob under `key`, in a time that does not grow with its
   * size; resolves only when it is durable. Sealing again what was sealed is harmless. Rejects with
   * BlobMissing when there is nothing to seal.
   */
  readonly completeParts: (
    key: string,
    reference: string,
    whole: {
      readonly sizeBytes: number
      readonly parts: readonly { readonly index: number; readonly tag: string }[]
    },
  ) => Promise<void>
  /** Discards an unsealed blob; harmless when it is gone already. A sealed one is for `remove`. */
  readonly abortParts: (key: string, reference: string) => Promise<void>
  /** Removes the blob, or an unfinished one that `list` named; harmless when it is gone already. */
  readonly remove: (key: string) => Promise<void>
  /**
   * Every key and when it was last written, in no order. Also blobs whose parts are still awaited and what
   * interrupted writes left behind, marked unfinished: their key has a suffix and is good for `remove` and
   * `blobKeyOf` only. For the sweeper.
   */
  readonly list: () => AsyncIterable<ListedBlob>
  /** Path of a blob below the directory of the store; undefined when the blob is not a file of its own in one. */
  readonly pathOf?: (key: string) => string | undefined
  /** How its writers are given out. */
  readonly limiters: readonly FairLimiter[]
  /** Throws a sentence for the operator when the store cannot be written. */
  readonly check: () => Promise<void>
}
