import { LowPriorityThreads } from '../concurrency/low-priority-threads.ts'
import { Semaphore } from '../concurrency/semaphore.ts'

export const deflateThreads = new LowPriorityThreads<Uint8Array, Uint8Array<ArrayBuffer>>(
  new URL('deflate-thread.ts', import.meta.url),
)

/**
 * Deflates one block of larger data, quickly rather than tightly. Blocks made apart, at the same time even, are one
 * stream when they are put one after another with `streamEnd` behind the last.
 *
 * Each block is made in a thread of a low priority. How many there are is bounded by the turns (`compressors`) of those
 * who call.
 */
export async function deflateBlock(bytes: Uint8Array): Promise<Buffer> {
  // A copy without what else is in the same memory, which changes hands; the caller may need the block itself.
  const block = new Uint8Array(bytes)
  const { buffer } = await deflateThreads.ask(block, [block.buffer])
  return Buffer.from(buffer)
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
