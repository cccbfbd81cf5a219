import { availableParallelism } from 'node:os'
import { promisify } from 'node:util'
import { constants, deflateRaw } from 'node:zlib'
import { turns } from '../blobs/turns.ts'

const deflateRawAsync = promisify(deflateRaw)

/** As fast as level 1 in Node's zlib, and a few per cent tighter. */
const level = 2

/** So far back deflate looks for repeats. */
export const windowBytes = 32 * 1024

/**
 * zlib works in libuv's four threads, which files and name resolution need too. One set of turns for the process,
 * because the threads are the process's.
 */
const places = turns(Math.min(3, availableParallelism()))

export interface DeflateOptions {
  /** What stands before the block in the same data, the last 32 KiB of it; none for the first block. */
  readonly before?: Buffer | undefined
  /** Nothing follows. */
  readonly last: boolean
}

/**
 * Deflates one block of larger data, quickly rather than tightly. Blocks made apart, at the same time even, are one
 * stream when they are put one after another: each knows what stands before it, and each but the last ends on a whole
 * byte with more to come.
 */
export async function deflateBlock(bytes: Buffer, { before, last }: DeflateOptions): Promise<Buffer> {
  const giveBack = await places.take()
  try {
    return await deflateRawAsync(bytes, {
      level,
      // Mostly enough for everything at once: each further piece costs another turn in the thread pool.
      chunkSize: Math.ceil(bytes.length / 2) + 1024,
      finishFlush: last ? constants.Z_FINISH : constants.Z_SYNC_FLUSH,
      ...(before && { dictionary: before }),
    })
  } finally {
    giveBack()
  }
}

const storedBlockBytesMax = 0xffff

/** The same block in the format of deflate, but not compressed: for what would only cost time. */
export function packBlock(bytes: Buffer, last: boolean): Buffer {
  const pieces: Buffer[] = []
  for (let at = 0; at === 0 || at < bytes.length; at += storedBlockBytesMax) {
    const piece = bytes.subarray(at, at + storedBlockBytesMax)
    const head = Buffer.allocUnsafe(5)
    head.writeUInt8(last && at + piece.length >= bytes.length ? 1 : 0, 0)
    head.writeUInt16LE(piece.length, 1)
    head.writeUInt16LE(piece.length ^ storedBlockBytesMax, 3)
    pieces.push(head, piece)
  }
  return Buffer.concat(pieces)
}

const sampleBytes = 16 * 1024
/** Less than a twentieth gained is not worth the reader's time either. */
const worthwhileRatio = 0.95

/** Whether deflating pays, judged by a sample from the middle. */
export async function compresses(bytes: Buffer): Promise<boolean> {
  const start = Math.max(0, Math.floor((bytes.length - sampleBytes) / 2))
  const sample = bytes.subarray(start, start + sampleBytes)
  const deflated = await deflateBlock(sample, { last: true })
  return deflated.length < sample.length * worthwhileRatio
}
