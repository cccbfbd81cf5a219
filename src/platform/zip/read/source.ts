import { RandomAccessReader } from 'yauzl'
import type { BlobRange, BorrowedBytes } from '../../blobs/store.ts'

export type ReadRange = (range: BlobRange) => Promise<BorrowedBytes>

/** A jump usually reads one header. */
const firstWindowBytes = 16 * 1024
const windowGrowth = 4
const windowBytesMax = 2 * 1024 * 1024

const noBytes = Buffer.alloc(0)

/** Random access through one read-ahead window, which grows during sequential reads. One call at a time. */
export class WindowedReader extends RandomAccessReader {
  readonly sizeBytes: number
  readonly #read: ReadRange
  storeFailure: Error | undefined
  #start = 0
  #window: Buffer = noBytes
  #nextBytes = firstWindowBytes

  constructor(read: ReadRange, sizeBytes: number) {
    super()
    this.#read = read
    this.sizeBytes = sizeBytes
  }

  /** Stays valid when the window moves. */
  async bytes(position: number, length: number): Promise<Buffer> {
    return this.#seen(position, length) ?? this.#fetch(position, length)
  }

  /** Called by yauzl. Synchronous within the window, because ten thousand entries need twenty thousand calls. */
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
    // The rest of the window is less than an entry, so it is read again.
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
