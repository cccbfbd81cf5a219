import type { Readable } from 'node:stream'

/** What a finished blob is known by. */
export interface BlobSeal {
  readonly sizeBytes: number
  /** Lower-case hexadecimal. */
  readonly sha256: string
  /** Unsigned 32-bit; archives are written from it without reading the bytes again. */
  readonly crc32: number
}

/** One line of what a store holds. */
export interface ListedBlob {
  readonly key: string
  readonly writtenAt: Date
  readonly unfinished: boolean
}

/** Thrown when the store has no room left; nothing of the blob remains. */
export class BlobStoreFull extends Error {
  override readonly name = 'BlobStoreFull'
}

/** Thrown when more bytes come than were allowed; nothing of the blob remains. */
export class BlobTooLarge extends Error {
  override readonly name = 'BlobTooLarge'
}

/** Thrown before the first byte when there is no blob under the key. */
export class BlobMissing extends Error {
  override readonly name = 'BlobMissing'
}

/**
 * Keys are opaque and drawn by the caller. Nothing in them can leave a folder or need escaping in an address.
 */
export const blobKeyPattern = /^[0-9A-Za-z_-]{16,64}$/

/** Throws a RangeError when `key` is no key. Every store asks this before it touches anything. */
export function requireBlobKey(key: string): void {
  if (!blobKeyPattern.test(key))
    throw new RangeError('A blob key is 16 to 64 characters of 0-9, A-Z, a-z, _ and -.')
}

/**
 * Where the bytes of files are. A blob is written once under a key that nobody else uses, and never changes.
 * Two stores exist: a local directory and S3; the same contract tests run against both.
 */
export interface BlobStore {
  /**
   * Writes all of `source` under `key`; resolves only when the bytes are durable. When `source` fails or
   * `signal` aborts, the promise rejects and nothing remains. As with `for await`, a failed write ends the
   * iteration early, which destroys a plain stream; pass `stream.iterator({ destroyOnReturn: false })` to
   * keep it.
   */
  readonly write: (
    key: string,
    source: AsyncIterable<Uint8Array>,
    options: { readonly bytesMax: number; readonly signal?: AbortSignal },
  ) => Promise<BlobSeal>
  /**
   * Bytes `start` to `end`, both included; 0 and -1 for an empty blob. Destroying the stream stops the
   * reading. Rejects with BlobMissing when there is no such blob.
   */
  readonly read: (key: string, range: { readonly start: number; readonly end: number }) => Promise<Readable>
  /** Removes the blob, or what `list` called unfinished; no error when it is gone already. */
  readonly remove: (key: string) => Promise<void>
  /**
   * Every key and when it was last written, in no order. Also what interrupted writes left behind, marked
   * unfinished: its key has a suffix and is good for `remove` only. For the sweeper.
   */
  readonly list: () => AsyncIterable<ListedBlob>
  /** Throws a sentence for the operator when the store cannot be written. */
  readonly check: () => Promise<void>
}
