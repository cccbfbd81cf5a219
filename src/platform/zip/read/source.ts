import { RandomAccessReader } from 'yauzl'
import type { BlobRange, BorrowedBytes } from '../../blobs/store.ts'

/** Lends the bytes of a range of an archive: what a blob store can do. */
export type ReadRange = (range: BlobRange) => Promise<BorrowedBytes>

/** A jump usually reads one header only. */
const firstWindowBytes = 16 * 1024
const windowGrowth = 4
const windowBytesMax = 2 * 1024 * 1024

const noBytes = Buffer.alloc(0)

/**
 * Random access to an archive in some store, through one window that is read ahead. The window grows while reading
 * goes on where it ended, so that a run of small entries costs few requests and a jump to one header costs little.
 * One call at a time.
 */
export class WindowedReader extends RandomAccessReader {
  readonly sizeBytes: number
  readonly #read: ReadRange
  /** The failure of the store, if any: not a fault of the archive. */
  storeFailure: Error | undefined
  #start = 0
  #window: Buffer = noBytes
  #nextBytes = firstWindowBytes

  constructor(read: ReadRange, sizeBytes: number) {
    super()
    this.#read = read
    this.sizeBytes = sizeBytes
  }

  /** A view of `length` bytes that must be in the archive; it stays as it is when the window moves on. */
  async bytes(position: number, length: number): Promise<Buffer> {
    return this.#seen(position, length) ?? this.#fetch(position, length)
  }

  /** What yauzl asks for. Answered at once from the window: ten thousand entries are twenty thousand calls. */
  override read(
    target: Buffer,
    offset: number,
    length: number,
    position: number,
    callback: (error: Error | null) => void,
  ): void {
    const seen = this.#seen(position, length)
    if (seen) {
      seen.copy(target, offset)
      callback(null)
      return
    }
    this.#fetch(position, length).then(
      (bytes) => {
        bytes.copy(target, offset)
        callback(null)
      },
      (error: unknown) => callback(error instanceof Error ? error : new Error(String(error))),
    )
  }

  #seen(position: number, length: number): Buffer | undefined {
    const from = position - this.#start
    if (from < 0 || from + length > this.#window.length) return undefined
    return this.#window.subarray(from, from + length)
  }

  async #fetch(position: number, length: number): Promise<Buffer> {
    const within = Number.isSafeInteger(position) && position >= 0 && position + length <= this.sizeBytes
    if (!within) throw new Error('the archive ends too early')
    const end = this.#start + this.#window.length
    // What is left of the window is read again rather than joined: it is less than one entry.
    const goesOn = position >= this.#start && position <= end && this.#window.length > 0
    this.#nextBytes = goesOn ? Math.min(this.#nextBytes * windowGrowth, windowBytesMax) : firstWindowBytes
    const bytes = Math.min(Math.max(length, this.#nextBytes), this.sizeBytes - position)
    try {
      this.#window = await collect(await this.#read({ start: position, end: position + bytes - 1 }), bytes)
    } catch (error) {
      const failure = error instanceof Error ? error : new Error(String(error))
      this.storeFailure ??= failure
      throw failure
    }
    this.#start = position
    return this.#window.subarray(0, length)
  }
}

async function collect(pieces: BorrowedBytes, length: number): Promise<Buffer> {
  const bytes = Buffer.allocUnsafeSlow(length)
  let filled = 0
  for await (const piece of pieces) {
    bytes.set(piece.subarray(0, length - filled), filled)
    filled += piece.length
  }
  if (filled < length) throw new Error(`The store gave ${filled} of ${length} bytes.`)
  return bytes
}
