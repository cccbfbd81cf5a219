import { Worker } from 'node:worker_threads'
import { Semaphore } from '../semaphore.ts'

/** What the thread itself needs; the blocks are beside it. */
const resourceLimits = { maxYoungGenerationSizeMb: 2, maxOldGenerationSizeMb: 32 }

/** A thread in which blocks are deflated one after another. */
class DeflateThread {
  readonly #worker = new Worker(new URL('deflate-thread.ts', import.meta.url), { resourceLimits })
  #made: PromiseWithResolvers<Buffer> | undefined

  constructor() {
    this.#worker.on('message', ({ buffer }: Uint8Array<ArrayBuffer>) =>
      this.#made?.resolve(Buffer.from(buffer)),
    )
    this.#worker.on('error', (error) => this.#made?.reject(error))
    this.#worker.on('exit', () => this.#made?.reject(new Error('A thread that compresses has ended.')))
    this.#worker.unref()
  }

  /** One block at a time. */
  async deflate(bytes: Uint8Array): Promise<Buffer> {
    this.#made = Promise.withResolvers<Buffer>()
    // A copy without what else is in the same memory, which changes hands; the caller may need the block itself.
    const block = new Uint8Array(bytes)
    this.#worker.ref()
    this.#worker.postMessage(block, [block.buffer])
    const made = await this.#made.promise
    this.#worker.unref()
    return made
  }

  end(): void {
    void this.#worker.terminate()
  }
}

/** Each made when it is needed first, and kept for a while: to start one takes some tens of milliseconds. */
const idle = new Set<DeflateThread>()
const idleMsMax = 30_000

function keep(thread: DeflateThread): void {
  idle.add(thread)
  setTimeout(() => {
    if (idle.delete(thread)) thread.end()
  }, idleMsMax).unref()
}

/**
 * Deflates one block of larger data, quickly rather than tightly. Blocks made apart, at the same time even, are one
 * stream when they are put one after another with `streamEnd` behind the last.
 *
 * Each block is made in a thread of its own rather than in libuv's, which files and name resolution need too; where the
 * system can, those threads run only while nothing else wants the processor. How many there are is bounded by the turns
 * (`compressors`) of those who call.
 */
export async function deflateBlock(bytes: Uint8Array): Promise<Buffer> {
  const [waiting] = idle
  if (waiting) idle.delete(waiting)
  const thread = waiting ?? new DeflateThread()
  const deflated = await thread.deflate(bytes)
  // Not one that failed: it is of no use any more.
  keep(thread)
  return deflated
}

/** What stands behind the last block: an empty one that says so. */
export const streamEnd: Buffer = Buffer.from([0x03, 0x00])

const storedBlockBytesMax = 0xffff

/** The same block in the format of deflate, but not compressed: for what would only cost time. */
export function packBlock(bytes: Buffer): Buffer {
  const pieces: Buffer[] = []
  for (let at = 0; at < bytes.length; at += storedBlockBytesMax) {
    const piece = bytes.subarray(at, at + storedBlockBytesMax)
    const head = Buffer.allocUnsafe(5)
    head.writeUInt8(0, 0)
    head.writeUInt16LE(piece.length, 1)
    head.writeUInt16LE(piece.length ^ storedBlockBytesMax, 3)
    pieces.push(head, piece)
  }
  return Buffer.concat(pieces)
}

const sampleBytes = 16 * 1024
/** Less than a tenth gained is not worth the reader's time either: such data takes the longest of all to deflate. */
const worthwhileRatio = 0.9

/** Apart from the blocks: whether the next file is compressed must not wait until those before it are. */
const samples = new Semaphore(1)

/** Whether deflating pays, judged by a sample from the middle. */
export async function compresses(bytes: Buffer): Promise<boolean> {
  const start = Math.max(0, Math.floor((bytes.length - sampleBytes) / 2))
  const sample = bytes.subarray(start, start + sampleBytes)
  const deflated = await samples.run(() => deflateBlock(sample))
  return deflated.length < sample.length * worthwhileRatio
}
