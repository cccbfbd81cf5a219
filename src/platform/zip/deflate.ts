import { LowPriorityThreads } from '../concurrency/low-priority-threads.ts'
import { Semaphore } from '../concurrency/semaphore.ts'

export const deflateThreads = new LowPriorityThreads<Uint8Array, Uint8Array<ArrayBuffer>>(
  new URL('deflate-thread.ts', import.meta.url),
)

/** Blocks concatenate to a stream that ends with `streamEnd`. Callers' permits (`compressors`) bound the threads. */
export async function deflateBlock(bytes: Uint8Array): Promise<Buffer> {
  // A copy, because the memory is transferred.
  const block = new Uint8Array(bytes)
  const { buffer } = await deflateThreads.ask(block, [block.buffer])
  return Buffer.from(buffer)
}

export const streamEnd: Buffer = Buffer.from([0x03, 0x00])

const storedBlockBytesMax = 0xffff

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
/** Incompressible data takes the longest to deflate, so a gain below a tenth isn't worth it. */
const worthwhileRatio = 0.9

/** Separate, so that samples don't wait for blocks. */
const samples = new Semaphore(1)

export async function compresses(bytes: Buffer): Promise<boolean> {
  const start = Math.max(0, Math.floor((bytes.length - sampleBytes) / 2))
  const sample = bytes.subarray(start, start + sampleBytes)
  const deflated = await samples.run(() => deflateBlock(sample))
  return deflated.length < sample.length * worthwhileRatio
}
