import type { BufferPool } from '../buffer-pool.ts'
import { BlobTooLarge } from '../store.ts'

/** How bytes are gathered. */
export interface Gathering {
  readonly bytesMax: number
  readonly pool: BufferPool
  /** Fed with all bytes on the way, piece by piece, which keeps the process answering when the buffers are very large. */
  readonly sums?: { readonly add: (piece: Uint8Array) => void }
  /** Fed with each buffer while it is being put. */
  readonly beside?: { readonly add: (bytes: Buffer) => Promise<void> }
}

/** One fills while the other is being put. */
const buffersMax = 2
/** Two more if they can be spared, so that neither the disk nor the sums wait because the other of them is late. */
const buffersMaxBeside = 4

/**
 * Gathers `source` into large buffers and hands each to `put` with its offset, one at a time. One buffer
 * fills and is summed up while another is being put, so the source waits only for the slower of the two. `put` is never
 * running any more when the promise is settled; it resolves to how many bytes there were. Rejects with BlobTooLarge, or with
 * the failure of `source` or `put`.
 */
export async function gather(
  source: AsyncIterable<Uint8Array>,
  { bytesMax, pool, sums, beside }: Gathering,
  put: (bytes: Buffer, offset: number) => Promise<void>,
): Promise<{ readonly sizeBytes: number }> {
  const borrowedMax = beside ? buffersMaxBeside : buffersMax
  const borrowed: Buffer[] = []
  /** Buffers that are full, the oldest first, each with a promise for when nothing reads from it any more. */
  const full: { readonly buffer: Buffer; readonly read: Promise<unknown> }[] = []
  let offset = 0
  let filling = keep(pool.take())
  let filled = 0
  let putting: Promise<void> = Promise.resolve()

  function keep(buffer: Buffer): Buffer {
    borrowed.push(buffer)
    return buffer
  }

  function another(): Buffer | undefined {
    if (borrowed.length < buffersMax) return keep(pool.take())
    const spare = borrowed.length < borrowedMax ? pool.takeSpare?.() : undefined
    return spare && keep(spare)
  }

  async function flush(): Promise<void> {
    await putting
    const bytes = filling.subarray(0, filled)
    putting = put(bytes, offset)
    const readers = [putting, beside?.add(bytes) ?? Promise.resolve()]
    const read = Promise.allSettled(readers).then(() => Promise.all(readers))
    // The failure is seen at the next flush or at the end; until it is awaited there it must not count as unhandled.
    read.catch(() => {})
    full.push({ buffer: filling, read })
    offset += filled
    filled = 0
    filling = another() ?? (await oldest())
  }

  async function oldest(): Promise<Buffer> {
    const next = full.shift() as (typeof full)[number]
    await next.read
    return next.buffer
  }

  try {
    for await (const chunk of source) {
      if (offset + filled + chunk.length > bytesMax)
        throw new BlobTooLarge(`The blob has more than ${bytesMax} bytes.`)
      // Not by `set`, which takes more than twice as long into shared memory when the two are not aligned alike, and the
      // bytes of a form never are: what stands before the file moves them.
      const bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.length)
      for (let taken = 0; taken < bytes.length;) {
        const count = bytes.copy(filling, filled, taken)
        sums?.add(bytes.subarray(taken, taken + count))
        filled += count
        taken += count
        if (filled === filling.length) await flush()
      }
    }
    if (filled > 0) await flush()
    await Promise.all(full.map(({ read }) => read))
    return { sizeBytes: offset }
  } finally {
    // A buffer that somebody still reads from must not go to the next writer.
    await Promise.allSettled(full.map(({ read }) => read))
    for (const buffer of borrowed) pool.give(buffer)
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
