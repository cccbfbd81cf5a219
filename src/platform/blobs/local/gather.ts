import type { Hash } from 'node:crypto'
import { crc32 } from 'node:zlib'
import type { BufferPool } from '../buffer-pool.ts'
import { BlobTooLarge, type BlobSeal } from '../store.ts'

/** How bytes are gathered. */
export interface Gathering {
  readonly bytesMax: number
  readonly pool: BufferPool
  /** Fed with all bytes. It costs more than all else here, so only callers that keep the digest ask for it. */
  readonly sha256?: Hash
}

/**
 * Gathers `source` into large buffers and hands each to `put` with its offset, one at a time. One buffer
 * fills and is summed up while the other is being put, so the source waits only for the slower of the two. That is done
 * piece by piece, which keeps the process answering when the buffers are very large. `put` is never running any more when
 * the promise is settled. Rejects with BlobTooLarge, or with the failure of `source` or `put`.
 */
export async function gather(
  source: AsyncIterable<Uint8Array>,
  { bytesMax, pool, sha256 }: Gathering,
  put: (bytes: Buffer, offset: number) => Promise<void>,
): Promise<Omit<BlobSeal, 'sha256'>> {
  let crc = 0
  let offset = 0
  let filling = pool.take()
  let filled = 0
  let other: Buffer | undefined
  let putting: Promise<void> = Promise.resolve()

  async function flush(): Promise<void> {
    await putting
    const bytes = filling.subarray(0, filled)
    putting = put(bytes, offset)
    // The failure is seen at the next flush; until it is awaited there it must not count as unhandled.
    putting.catch(() => {})
    offset += filled
    filled = 0
    const full = filling
    filling = other ?? pool.take()
    other = full
  }

  try {
    for await (const chunk of source) {
      if (offset + filled + chunk.length > bytesMax)
        throw new BlobTooLarge(`The blob has more than ${bytesMax} bytes.`)
      for (let taken = 0; taken < chunk.length;) {
        const piece = chunk.subarray(taken, taken + filling.length - filled)
        filling.set(piece, filled)
        sha256?.update(piece)
        crc = crc32(piece, crc)
        filled += piece.length
        taken += piece.length
        if (filled === filling.length) await flush()
      }
    }
    if (filled > 0) await flush()
    await putting
    return { sizeBytes: offset, crc32: crc }
  } finally {
    // A buffer that the file system still reads from must not go to the next writer.
    await putting.catch(() => {})
    pool.give(filling)
    if (other) pool.give(other)
  }
}

/**
 * The chunks of `source` until `signal` aborts; then it throws the signal's reason at once, even when the
 * source is silent. A race of promises for each chunk would pile up reactions on the abort promise through a
 * long upload, so the listener rejects whichever pull is waiting instead.
 */
export async function* untilAborted<Chunk>(
  source: AsyncIterable<Chunk>,
  signal: AbortSignal | undefined,
): AsyncGenerator<Chunk, void, undefined> {
  if (!signal) {
    yield* source
    return
  }
  const iterator = source[Symbol.asyncIterator]()
  let interrupt: (reason: unknown) => void = () => {}
  const onAbort = (): void => interrupt(signal.reason)
  signal.addEventListener('abort', onAbort)
  let ended = false
  try {
    for (;;) {
      signal.throwIfAborted()
      const pulled = await new Promise<IteratorResult<Chunk>>((resolve, reject) => {
        interrupt = reject
        iterator.next().then(resolve, reject)
      })
      ended = pulled.done === true
      if (pulled.done) return
      yield pulled.value
    }
  } finally {
    signal.removeEventListener('abort', onAbort)
    // Not awaited: a source that is stuck in a pull answers this only when the pull ends.
    if (!ended) iterator.return?.().catch(() => {})
  }
}
