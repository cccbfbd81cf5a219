import type { BlobStore } from '../../platform/blobs/store.ts'
import type { ByteRange } from '../../platform/http/range.ts'

/** The bytes of a range, exactly as many as it has; throws when the store gives fewer or more. */
export async function* blobRange(blobs: BlobStore, key: string, range: ByteRange): AsyncGenerator<Buffer> {
  let missingBytes = range.end - range.start + 1
  for await (const chunk of (await blobs.read(key, range)) as AsyncIterable<Buffer>) {
    missingBytes -= chunk.length
    if (missingBytes < 0) break
    yield chunk
  }
  if (missingBytes !== 0) throw new Error(`The blob ${key} has not as many bytes as its row says.`)
}

/** All bytes of a blob in blocks of `blockBytes`, the last one shorter; none for an empty blob. */
export async function* blobBlocks(
  blobs: BlobStore,
  key: string,
  sizeBytes: number,
  blockBytes: number,
): AsyncGenerator<Buffer> {
  if (sizeBytes === 0) return
  let leftBytes = sizeBytes
  let block: Buffer | undefined
  let filled = 0
  for await (const chunk of blobRange(blobs, key, { start: 0, end: sizeBytes - 1 })) {
    // A store on a disk reads in pieces of the same length; those need no copy.
    if (!block && chunk.length === blockBytes) {
      leftBytes -= blockBytes
      yield chunk
      continue
    }
    for (let at = 0; at < chunk.length;) {
      block ??= Buffer.allocUnsafeSlow(Math.min(blockBytes, leftBytes))
      const copied = chunk.copy(block, filled, at)
      at += copied
      filled += copied
      if (filled < block.length) continue
      leftBytes -= filled
      yield block
      block = undefined
      filled = 0
    }
  }
}
