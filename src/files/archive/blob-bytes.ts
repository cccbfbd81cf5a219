import type { BlobStore } from '../../platform/blobs/store.ts'
import type { ByteRange } from '../../platform/http/range.ts'

/** Throws when the store returns fewer or more bytes than the range spans. */
export async function* blobRange(blobs: BlobStore, key: string, range: ByteRange): AsyncGenerator<Buffer> {
  yield* exactly(key, range, (await blobs.read(key, range)) as AsyncIterable<Buffer>)
}

/** Like `blobRange`, but each piece is valid only until the next one is read. */
export async function* borrowedRange(
  blobs: BlobStore,
  key: string,
  range: ByteRange,
): AsyncGenerator<Uint8Array> {
  yield* exactly(key, range, await blobs.borrow(key, range))
}

/** The bytes of a blob in blocks of `blockBytes` that the caller may keep; the last one is shorter. */
export async function* blobBlocks(
  blobs: BlobStore,
  key: string,
  sizeBytes: number,
  blockBytes: number,
): AsyncGenerator<Buffer> {
  if (sizeBytes === 0) return
  const range = { start: 0, end: sizeBytes - 1 }
  let leftBytes = sizeBytes
  let block: Buffer | undefined
  let filled = 0
  for await (const piece of borrowedRange(blobs, key, range)) {
    for (let at = 0; at < piece.length;) {
      block ??= Buffer.allocUnsafeSlow(Math.min(blockBytes, leftBytes))
      const part = piece.subarray(at, at + block.length - filled)
      block.set(part, filled)
      at += part.length
      filled += part.length
      if (filled < block.length) continue
      leftBytes -= filled
      yield block
      block = undefined
      filled = 0
    }
  }
}

async function* exactly<Piece extends Uint8Array>(
  key: string,
  range: ByteRange,
  pieces: AsyncIterable<Piece>,
): AsyncGenerator<Piece, void, undefined> {
  let missingBytes = range.end - range.start + 1
  for await (const piece of pieces) {
    missingBytes -= piece.length
    if (missingBytes < 0) break
    yield piece
  }
  if (missingBytes !== 0) throw new Error(`The length of the blob ${key} differs from its row.`)
}
