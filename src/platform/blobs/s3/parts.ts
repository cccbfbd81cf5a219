import { programFlow } from '../../concurrency/flow-key.ts'
import { UploadPartCommand } from '@aws-sdk/client-s3'
import { Readable } from 'node:stream'
import { crc32 } from 'node:zlib'
import { untilAborted } from '../local/gather.ts'
import { addressOf, ask, isRefusal, type S3Store } from './server.ts'
import { beginUpload, partsMax } from './write.ts'
import { BlobMissing, BlobPartIncomplete, BlobTooLarge, requireBlobKey, requireBlobPart } from '../store.ts'
import type { BlobStore, WrittenPart } from '../store.ts'

/** S3's minimum for all parts but the last. */
const partBytesMin = 5 * 1024 * 1024

export async function createParts(
  store: S3Store,
  ...[key, { sizeBytes, partBytes }]: Parameters<BlobStore['createParts']>
): Promise<string> {
  requireBlobKey(key)
  requireBlobPart({ index: 0, offset: 0, sizeBytes })
  requireBlobPart({ index: 0, offset: 0, sizeBytes: partBytes })
  if (partBytes < Math.min(partBytesMin, sizeBytes) || sizeBytes > partsMax * partBytes)
    throw new RangeError(
      `S3 takes at most ${partsMax} parts of at least ${partBytesMin} bytes; ${sizeBytes} bytes in parts of ${partBytes} do not fit.`,
    )
  return beginUpload(store, key)
}

/** Streams the part through without keeping it, so a failed part must be sent again by the client. */
export async function writePart(
  store: S3Store,
  ...[key, reference, part, source, { flowKeys = programFlow, signal } = {}]: Parameters<
    BlobStore['writePart']
  >
): Promise<WrittenPart> {
  requireBlobKey(key)
  requireBlobPart(part)
  const release = await store.partWriters.acquire(flowKeys, { signal })
  const stop = new AbortController()
  const checked = checkedPart(untilAborted(source, signal), part.sizeBytes)
  const body = Readable.from(endingWith(checked.bytes, stop), { objectMode: false })
  try {
    const command = new UploadPartCommand({
      ...addressOf(store, key),
      UploadId: reference,
      PartNumber: part.index + 1,
      Body: body,
      ContentLength: part.sizeBytes,
    })
    const abortSignal = signal ? AbortSignal.any([signal, stop.signal]) : stop.signal
    const request = store.writing.send(command, { abortSignal })
    const { ETag } = await ask(store, 'write a part', request, abortSignal)
    return { crc32: checked.crc32(), tag: ETag ?? '' }
  } catch (error) {
    // A server that refuses early leaves the rest unread, so the connection cannot be reused.
    stop.abort()
    if (isRefusal(error, 'NoSuchUpload'))
      throw new BlobMissing(`The unfinished blob ${key} does not exist.`, { cause: error })
    throw error
  } finally {
    body.destroy()
    release()
  }
}

/** A failed source must cut the request, which would wait for more bytes. */
async function* endingWith(bytes: AsyncIterable<Buffer>, stop: AbortController): AsyncGenerator<Buffer> {
  try {
    yield* bytes
  } catch (error) {
    stop.abort(error)
  }
}

/** Holds the last piece back until the source ends, so that an oversized part never completes. */
function checkedPart(source: AsyncIterable<Uint8Array>, sizeBytes: number) {
  let crc = 0
  let received = 0

  async function* bytes(): AsyncGenerator<Buffer> {
    let held: Buffer | undefined
    for await (const piece of source) {
      received += piece.length
      if (received > sizeBytes) throw new BlobTooLarge(`The part has more than ${sizeBytes} bytes.`)
      crc = crc32(piece, crc)
      if (held) yield held
      held = piece.length > 0 ? Buffer.from(piece) : undefined
    }
    if (received < sizeBytes)
      throw new BlobPartIncomplete(`The part has ${sizeBytes} bytes and only ${received} came.`)
    if (held) yield held
  }

  return { bytes: bytes(), crc32: () => crc }
}
