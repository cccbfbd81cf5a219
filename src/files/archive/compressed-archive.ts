import { crc32 } from 'node:zlib'
import type { BlobStore } from '../../platform/blobs/store.ts'
import { detach } from '../../platform/detach.ts'
import { archiveWriter } from '../../platform/zip/archive-writer.ts'
import { compresses, packBlock, streamEnd } from '../../platform/zip/deflate.ts'
import { inOrder } from '../../platform/zip/in-order.ts'
import { deflated, stored, type Method } from '../../platform/zip/record.ts'
import { blobBlocks } from './blob-bytes.ts'
import type { CheckedEntry } from './checksums.ts'
import { isCompressed } from './media.ts'

const blockBytes = 512 * 1024
/** Compressing shorter files costs no more than a trial block. */
const sampledFromBytes = 64 * 1024
/** Bounds memory: blocks and small files in progress or waiting for their position. */
const blocksAtOnce = 8

interface Tools {
  readonly blobs: BlobStore
  readonly deflate: (bytes: Buffer) => Promise<Buffer>
  /** Gets the uncompressed bytes of each block that was written. */
  readonly onWritten: (bytes: number) => void
}

interface Block {
  readonly entry: CheckedEntry
  readonly method: Method
  readonly bytes: Buffer
  readonly sourceBytes: number
  readonly first: boolean
  readonly last: boolean
  readonly compressedBytes: number | undefined
}

type Task = () => Promise<Block>

/** Stores what does not compress. Throws when a blob is gone or changed; a piece is valid until the next is read. */
export async function* compressedArchive(
  tools: Tools,
  entries: readonly CheckedEntry[],
): AsyncGenerator<Buffer> {
  const writer = archiveWriter()
  let deflatedBytes = 0
  for await (const block of inOrder(tasksOf(tools, entries), blocksAtOnce)) {
    const { entry, method, bytes, sourceBytes, first, last, compressedBytes } = block
    if (first) {
      deflatedBytes = 0
      yield compressedBytes === undefined
        ? writer.openHeader(entry)
        : writer.header(entry, method, compressedBytes)
    }
    const sizeBytes = bytes.length
    if (sizeBytes > 0) yield bytes
    detach(bytes)
    if (last && method === deflated) yield streamEnd
    deflatedBytes += sizeBytes
    tools.onWritten(sourceBytes)
    if (last && compressedBytes === undefined) yield writer.descriptor(deflatedBytes + streamEnd.length)
  }
  yield* writer.end()
}

async function* tasksOf(tools: Tools, entries: readonly CheckedEntry[]): AsyncGenerator<Task> {
  for (const entry of entries) {
    if (entry.sizeBytes > blockBytes) yield* blocksOf(tools, entry)
    else yield () => wholeOf(tools, entry)
  }
}

/** One block, so that the header can state the compressed length. */
async function wholeOf({ blobs, deflate }: Tools, entry: CheckedEntry): Promise<Block> {
  let bytes: Buffer = Buffer.alloc(0)
  if (entry.blobKey !== null) {
    for await (const block of blobBlocks(blobs, entry.blobKey, entry.sizeBytes, blockBytes)) bytes = block
  }
  requireIntact(entry, crc32(bytes))
  const position = { entry, sourceBytes: bytes.length, first: true, last: true }
  const asItIs = { ...position, method: stored, bytes, compressedBytes: bytes.length } as const
  const worthTrying = bytes.length > 0 && !isCompressed(entry.name)
  // A trial of the smallest files would cost half as much as compressing them.
  if (!worthTrying || (bytes.length > sampledFromBytes && !(await compresses(bytes)))) return asItIs
  const data = await deflate(bytes)
  const compressedBytes = data.length + streamEnd.length
  if (compressedBytes >= bytes.length) return asItIs
  detach(bytes)
  return { ...position, method: deflated, bytes: data, compressedBytes }
}

async function* blocksOf({ blobs, deflate }: Tools, entry: CheckedEntry): AsyncGenerator<Task> {
  let crc = 0
  let readBytes = 0
  let method: Method = stored
  for await (const block of blobBlocks(blobs, entry.blobKey as string, entry.sizeBytes, blockBytes)) {
    const first = readBytes === 0
    crc = crc32(block, crc)
    readBytes += block.length
    const last = readBytes === entry.sizeBytes
    if (last) requireIntact(entry, crc)
    if (first && !isCompressed(entry.name) && (await compresses(block))) method = deflated
    const position = { entry, sourceBytes: block.length, method, first, last }
    yield method === stored
      ? () => Promise.resolve({ ...position, bytes: block, compressedBytes: entry.sizeBytes })
      : async () => ({
          ...position,
          bytes: await packed(block, first, deflate),
          compressedBytes: undefined,
        })
  }
}

/** Detaches the block. Data that does not compress, such as a picture inside a larger file, takes the longest. */
async function packed(block: Buffer, compressible: boolean, deflate: Tools['deflate']): Promise<Buffer> {
  const data = compressible || (await compresses(block)) ? await deflate(block) : packBlock(block)
  detach(block)
  return data
}

function requireIntact(entry: CheckedEntry, crc: number): void {
  if (crc !== entry.crc32)
    throw new Error(`The bytes of the blob ${entry.blobKey} have changed: its CRC-32 differs.`)
}
