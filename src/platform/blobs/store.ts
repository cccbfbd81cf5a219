import type { Readable } from 'node:stream'
import type { FairLimiter } from '../concurrency/fair-limiter.ts'
import type { FlowKeys } from '../concurrency/flow-key.ts'

export interface BlobSeal {
  readonly sizeBytes: number
  readonly sha256: string
  /** Unsigned 32-bit. Archives need it without reading the bytes again. */
  readonly crc32: number
}

/** Inclusive; 0 and -1 for an empty blob. */
export interface BlobRange {
  readonly start: number
  readonly end: number
}

/** Each piece is valid until the next one is requested. Iterate exactly once, even if only to stop. */
export type BorrowedBytes = AsyncIterable<Uint8Array>

export interface BlobPart {
  readonly index: number
  readonly offset: number
  readonly sizeBytes: number
}

export interface WrittenPart {
  readonly crc32: number
  readonly tag: string
}

export interface ListedBlob {
  readonly key: string
  readonly writtenAt: Date
  readonly unfinished: boolean
}

/** The store is full. Nothing of the blob remains. */
export class BlobStoreFull extends Error {
  override readonly name = 'BlobStoreFull'
}

/** More bytes than allowed. Nothing remains, or a part that does not count. */
export class BlobTooLarge extends Error {
  override readonly name = 'BlobTooLarge'
}

/** The source of a part ended early. The part does not count. */
export class BlobPartIncomplete extends Error {
  override readonly name = 'BlobPartIncomplete'
}

/** The blob, finished or unfinished, does not exist. Thrown before the first byte. */
export class BlobMissing extends Error {
  override readonly name = 'BlobMissing'
}

/** The server of a store fails, refuses, or is silent. A retry may succeed. */
export class BlobStoreUnavailable extends Error {
  override readonly name = 'BlobStoreUnavailable'
}

/** The flow that waits for a writer. Default: the program's own. */
export interface WriteOptions {
  readonly flowKeys?: FlowKeys | undefined
  readonly signal?: AbortSignal | undefined
}

/** Opaque keys, chosen by the caller. They can't leave a folder and need no escaping. */
export const blobKeyPattern = /^[0-9A-Za-z_-]{16,64}$/

/** Throws a RangeError. Every store checks this first. */
export function requireBlobKey(key: string): void {
  if (!blobKeyPattern.test(key))
    throw new RangeError('A blob key is 16 to 64 characters of 0-9, A-Z, a-z, _ and -.')
}

/** Throws a RangeError. Every store checks this first. */
export function requireBlobPart({ index, offset, sizeBytes }: BlobPart): void {
  const whole = [index, offset, sizeBytes].every(Number.isSafeInteger)
  if (!whole || index < 0 || offset < 0 || sizeBytes < 1)
    throw new RangeError('A part has an index and an offset from 0 and at least one byte.')
}

export function blobKeyOf(listedKey: string): string {
  const dot = listedKey.indexOf('.')
  return dot < 0 ? listedKey : listedKey.slice(0, dot)
}

/** A blob is written once under its own key and never changes. */
export interface BlobStore {
  /** Resolves when `source` is durable; else (`PermitRefused`, abort) nothing remains. Failures destroy a plain stream. */
  readonly write: (
    key: string,
    source: AsyncIterable<Uint8Array>,
    options: WriteOptions & { readonly bytesMax: number },
  ) => Promise<BlobSeal>
  /** Undefined if the blob does not exist or is unfinished. */
  readonly sizeOf: (key: string) => Promise<number | undefined>
  /** Bytes to keep. Rejects with BlobMissing. */
  readonly read: (key: string, range: BlobRange) => Promise<Readable>
  /** The same, but a piece's memory is reused after the next one is requested. */
  readonly borrow: (key: string, range: BlobRange) => Promise<BorrowedBytes>
  /** Parts have `partBytes`, the last one fewer. Rejects with BlobStoreFull, or RangeError for unsupported sizes. */
  readonly createParts: (
    key: string,
    sizes: { readonly sizeBytes: number; readonly partBytes: number },
  ) => Promise<string>
  /**
   * Resolves when the part is durable; a failed part may be written again. Never two writers of a part, nor one during
   * `completeParts`. Rejects with any error above, the failure of `source`, or the reason of `signal`; no write goes on then.
   */
  readonly writePart: (
    key: string,
    reference: string,
    part: BlobPart,
    source: AsyncIterable<Uint8Array>,
    options?: WriteOptions,
  ) => Promise<WrittenPart>
  /** Assembles all parts in constant time; resolves when the blob is durable. Idempotent. Rejects with BlobMissing. */
  readonly completeParts: (
    key: string,
    reference: string,
    whole: {
      readonly sizeBytes: number
      readonly parts: readonly { readonly index: number; readonly tag: string }[]
    },
  ) => Promise<void>
  /** Discards an unfinished blob. Idempotent; ignores a completed one. */
  readonly abortParts: (key: string, reference: string) => Promise<void>
  /** Removes a blob, or an unfinished one named by `list`. Idempotent. */
  readonly remove: (key: string) => Promise<void>
  /** All blobs in no order, for the sweep. Unfinished ones have keys with a suffix, valid only for `remove` and `blobKeyOf`. */
  readonly list: () => AsyncIterable<ListedBlob>
  /** Path below the store's directory; undefined if the blob is not a local file of its own. */
  readonly pathOf?: (key: string) => string | undefined
  readonly limiters: readonly FairLimiter[]
  /** Throws an OperatorError when the store is not writable. */
  readonly check: () => Promise<void>
}
