import { availableParallelism } from 'node:os'
import { constants, createDeflateRaw } from 'node:zlib'
import { Semaphore } from '../semaphore.ts'

/** As fast as level 1 in Node's zlib, and a few per cent tighter. */
const level = 2
/** Room for what comes of several small blocks, or of one large block mostly. */
const outputBytes = 512 * 1024

type Deflate = (bytes: Buffer) => Promise<Buffer>

/**
 * One compressor for one block after another. A new one for each block would be more memory to clear away than the
 * blocks themselves: the garbage collector took a quarter of the time.
 */
function openDeflater(): Deflate {
  // Each block ends on a whole byte with more to come, and the next knows nothing of it.
  const stream = createDeflateRaw({ level, flush: constants.Z_FULL_FLUSH, chunkSize: outputBytes })
  let pieces: Buffer[] = []
  stream.on('data', (piece: Buffer) => pieces.push(piece))
  // The caller that waits for the block gets the error.
  stream.on('error', () => undefined)
  return (bytes) =>
    new Promise((resolve, reject) => {
      stream.write(bytes, (error) => {
        if (error) return reject(error)
        const made = pieces
        pieces = []
        const [only] = made
        resolve(only && made.length === 1 ? only : Buffer.concat(made))
      })
    })
}

/** So many compressors at once, each made when it is needed first and kept. */
function deflaters(max: number): Deflate {
  const semaphore = new Semaphore(max)
  const idle: Deflate[] = []
  return (bytes) =>
    semaphore.run(async () => {
      const deflate = idle.pop() ?? openDeflater()
      const deflated = await deflate(bytes)
      // Not one that failed: it is of no use any more.
      idle.push(deflate)
      return deflated
    })
}

/**
 * Deflates one block of larger data, quickly rather than tightly. Blocks made apart, at the same time even, are one
 * stream when they are put one after another with `streamEnd` behind the last.
 *
 * zlib works in libuv's threads, which files and name resolution need too. One semaphore for the process, because
 * the threads are the process's.
 */
export const deflateBlock: Deflate = deflaters(Math.min(3, availableParallelism()))

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
const deflateSample = deflaters(1)

/** Whether deflating pays, judged by a sample from the middle. */
export async function compresses(bytes: Buffer): Promise<boolean> {
  const start = Math.max(0, Math.floor((bytes.length - sampleBytes) / 2))
  const sample = bytes.subarray(start, start + sampleBytes)
  const deflated = await deflateSample(sample)
  return deflated.length < sample.length * worthwhileRatio
}
