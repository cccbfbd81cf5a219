import type { BufferPool } from '../buffer-pool.ts'
import { BlobTooLarge } from '../store.ts'

export interface Gathering {
  readonly bytesMax: number
  readonly pool: BufferPool
  /** Gets all bytes piece by piece, which doesn't block the event loop for large buffers. */
  readonly sums?: { readonly add: (piece: Uint8Array) => void }
  readonly beside?: { readonly add: (bytes: Buffer) => Promise<void> }
}

const buffersMax = 2
/** Two more if available, so that neither the disk nor the checksums wait for the other. */
const buffersMaxBeside = 4

/** Calls `put` with one large buffer at a time while the next one fills. Rejects with BlobTooLarge, never during a `put`. */
export async function gather(
  source: AsyncIterable<Uint8Array>,
  { bytesMax, pool, sums, beside }: Gathering,
  put: (bytes: Buffer, offset: number) => Promise<void>,
): Promise<{ readonly sizeBytes: number }> {
  const borrowedMax = beside ? buffersMaxBeside : buffersMax
  const borrowed: Buffer[] = []
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
    // Reported at the next flush or the end; not unhandled until then.
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
      // `set` is less than half as fast into shared memory if alignments differ, which they do for files in forms.
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
    // Others may still read from these buffers.
    await Promise.allSettled(full.map(({ read }) => read))
    for (const buffer of borrowed) pool.give(buffer)
  }
}

/** Throws the abort reason even if `source` is silent. A race per chunk would pile up reactions on the abort promise. */
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
    // Not awaited: a stuck source resolves this only when its pull ends.
    if (!ended) iterator.return?.().catch(() => {})
  }
}
