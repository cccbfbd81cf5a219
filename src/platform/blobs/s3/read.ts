import { GetObjectCommand } from '@aws-sdk/client-s3'
import { pipeline, Readable, Transform } from 'node:stream'
import { ask, addressOf, isRefusal, type S3Store } from './server.ts'
import { sizeOf } from './write.ts'
import { BlobMissing, BlobStoreUnavailable, requireBlobKey, type BlobStore } from '../store.ts'

export async function read(store: S3Store, ...blob: Parameters<BlobStore['read']>): Promise<Readable> {
  requireBlobKey(blob[0])
  return readObject(store, ...blob)
}

export async function readObject(
  store: S3Store,
  ...[key, { start, end }]: Parameters<BlobStore['read']>
): Promise<Readable> {
  if (end < start) return nothingOf(store, key)
  const get = new GetObjectCommand({ ...addressOf(store, key), Range: `bytes=${start}-${end}` })
  const { Body, ContentLength } = await ask(store, 'read a blob', store.reading.send(get)).catch(
    (error: unknown) => {
      throw isRefusal(error, 'NoSuchKey', 'NotFound') ? missing(key, error) : error
    },
  )
  if (!(Body instanceof Readable)) throw new Error(`The S3 bucket ${store.bucket} answered without bytes.`)
  const sizeBytes = end - start + 1
  if (ContentLength !== sizeBytes) {
    // A server shortens a range beyond the object's end, but the reader has promised its length.
    Body.destroy()
    throw new Error(`The blob ${key} gave ${ContentLength} bytes instead of ${sizeBytes} from ${start} on.`)
  }
  return watched(store, Body, sizeBytes)
}

const missing = (key: string, cause?: unknown): BlobMissing =>
  new BlobMissing(`The blob ${key} does not exist.`, { cause })

/** HTTP has no empty range, but a missing blob must be detected. */
async function nothingOf(store: S3Store, key: string): Promise<Readable> {
  if ((await sizeOf(store, key)) === undefined) throw missing(key)
  return Readable.from([], { objectMode: false })
}

/** Fails if the server is silent for the idle time while the reader is ready, ends early, or disconnects. */
function watched({ bucket, idleMs }: S3Store, body: Readable, sizeBytes: number): Readable {
  let received = 0
  const passing = new Transform({
    transform(piece: Buffer, _encoding, done) {
      received += piece.length
      idle.refresh()
      done(null, piece)
    },
    flush(done) {
      done(received === sizeBytes ? null : cut(`ended after ${received} of ${sizeBytes} bytes`))
    },
    destroy(error, done) {
      clearTimeout(idle)
      const ours = error === null || error instanceof BlobStoreUnavailable
      done(ours ? error : cut(`broke: ${error.message}`, error))
    },
  })
  const cut = (what: string, cause?: unknown): BlobStoreUnavailable =>
    new BlobStoreUnavailable(`An answer of the S3 bucket ${bucket} ${what}.`, { cause })
  const idle = setTimeout(() => {
    if (passing.writableNeedDrain || passing.readableLength > 0) idle.refresh()
    else passing.destroy(cut(`stood still for ${idleMs} ms`))
  }, idleMs)
  return pipeline(body, passing, () => {})
}
