import { programFlow } from '../../concurrency/flow-key.ts'
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  HeadObjectCommand,
  ListPartsCommand,
  PutObjectCommand,
  UploadPartCommand,
} from '@aws-sdk/client-s3'
import type { BufferPool } from '../buffer-pool.ts'
import { checksumming } from '../checksum/checksums.ts'
import { gather, untilAborted } from '../local/gather.ts'
import { addressOf, ask, isRefusal, type S3Store } from './server.ts'
import { BlobMissing, BlobStoreUnavailable, BlobTooLarge, requireBlobKey } from '../store.ts'
import type { BlobSeal, BlobStore } from '../store.ts'

const gatherBytes = 8 * 1024 * 1024
const keptBuffersMax = 8
/** S3's maximum. */
export const partsMax = 10_000

/** Untouched memory is not allocated, so small blobs cost little. */
export function partBuffers(): BufferPool {
  const free: Buffer[] = []
  return {
    take: () => free.pop() ?? Buffer.allocUnsafeSlow(gatherBytes),
    give: (buffer) => {
      if (free.length < keptBuffersMax) free.push(buffer)
    },
  }
}

export async function write(store: S3Store, ...blob: Parameters<BlobStore['write']>): Promise<BlobSeal> {
  requireBlobKey(blob[0])
  return writeObject(store, ...blob)
}

export async function writeObject(
  store: S3Store,
  ...[key, source, { bytesMax, flowKeys = programFlow, signal }]: Parameters<BlobStore['write']>
): Promise<BlobSeal> {
  const release = await store.writers.acquire(flowKeys, { signal })
  const object = newObject(store, key, signal)
  const sums = checksumming()
  try {
    const gathering = { bytesMax, pool: store.pool, sums }
    const { sizeBytes } = await gather(untilAborted(source, signal), gathering, object.put)
    await object.finish(sizeBytes)
    return { sizeBytes, ...sums.result() }
  } catch (error) {
    await object.clear()
    throw error
  } finally {
    object.forget()
    release()
  }
}

function newObject(store: S3Store, key: string, signal: AbortSignal | undefined) {
  const address = addressOf(store, key)
  const options = signal ? { abortSignal: signal } : {}
  const tags: string[] = []
  let uploadId: string | undefined
  /** Set before the first request that can create the object, in case its response is lost. */
  let mayExist = false

  async function putWhole(bytes: Buffer): Promise<void> {
    mayExist = true
    const put = store.writing.send(new PutObjectCommand({ ...address, Body: bytes }), options)
    await ask(store, 'write a blob', put, signal)
  }

  async function put(bytes: Buffer, offset: number): Promise<void> {
    // Only the last buffer is not full.
    if (offset === 0 && bytes.length < gatherBytes) return putWhole(bytes)
    if (tags.length === partsMax)
      throw new BlobTooLarge(`The blob has more than ${partsMax} parts of ${gatherBytes} bytes.`)
    uploadId ??= await beginUpload(store, key)
    store.uploads.add(uploadId)
    const part = { ...address, UploadId: uploadId, PartNumber: tags.length + 1, Body: bytes }
    const { ETag } = await ask(
      store,
      'write a blob',
      store.writing.send(new UploadPartCommand(part), options),
      signal,
    )
    tags.push(ETag ?? '')
  }

  async function finish(sizeBytes: number): Promise<void> {
    if (sizeBytes === 0) return putWhole(Buffer.alloc(0))
    if (uploadId === undefined) return
    mayExist = true
    const parts = tags.map((tag, index) => ({ index, tag }))
    await completeUpload(store, key, uploadId, { sizeBytes, parts }, signal)
  }

  async function clear(): Promise<void> {
    try {
      if (uploadId !== undefined) await abortUpload(store, key, uploadId)
      if (mayExist) await removeObject(store, key)
    } catch (err) {
      store.log.warn({ key, err }, 'A failed write left bytes behind. The sweep will remove them.')
    }
  }

  const forget = (): void => {
    if (uploadId !== undefined) store.uploads.delete(uploadId)
  }

  return { put, finish, clear, forget }
}

/** Ignores signals: an upload whose id is lost would stay until it is swept. */
export async function beginUpload(store: S3Store, key: string): Promise<string> {
  const begin = store.writing.send(new CreateMultipartUploadCommand(addressOf(store, key)))
  const { UploadId } = await ask(store, 'begin a blob', begin)
  if (UploadId === undefined) throw new Error(`The S3 bucket ${store.bucket} began an upload without a name.`)
  return UploadId
}

export async function completeUpload(
  store: S3Store,
  key: string,
  uploadId: string,
  { sizeBytes, parts }: Parameters<BlobStore['completeParts']>[2],
  signal?: AbortSignal,
): Promise<void> {
  const inOrder = parts.toSorted((a, b) => a.index - b.index)
  const complete = new CompleteMultipartUploadCommand({
    ...addressOf(store, key),
    UploadId: uploadId,
    MultipartUpload: { Parts: inOrder.map(({ index, tag }) => ({ PartNumber: index + 1, ETag: tag })) },
  })
  const options = signal ? { abortSignal: signal } : {}
  try {
    await ask(store, 'finish a blob', store.writing.send(complete, options), signal)
  } catch (error) {
    const unclear = error instanceof BlobStoreUnavailable || isRefusal(error, 'NoSuchUpload')
    if (!unclear) throw error
    await requireComplete(store, key, uploadId, sizeBytes, error)
  }
}

/** If a lost response had completed the upload, the object exists. Ceph answers 500 for unknown uploads: list their parts. */
async function requireComplete(
  store: S3Store,
  key: string,
  uploadId: string,
  sizeBytes: number,
  failure: unknown,
): Promise<void> {
  const size = await sizeOf(store, key).catch(() => {
    throw failure
  })
  if (size === sizeBytes) return
  const parts = new ListPartsCommand({ ...addressOf(store, key), UploadId: uploadId, MaxParts: 1 })
  const gone = await ask(store, 'look at parts', store.writing.send(parts)).then(
    () => false,
    (error: unknown) => isRefusal(error, 'NoSuchUpload', 'NoSuchKey'),
  )
  throw gone ? new BlobMissing(`The unfinished blob ${key} does not exist.`, { cause: failure }) : failure
}

export async function sizeOf(store: S3Store, key: string): Promise<number | undefined> {
  const head = store.reading.send(new HeadObjectCommand(addressOf(store, key)))
  try {
    return (await ask(store, 'look at a blob', head)).ContentLength
  } catch (error) {
    if (isRefusal(error, 'NotFound', 'NoSuchKey')) return undefined
    throw error
  }
}

export async function abortUpload(store: S3Store, key: string, uploadId: string): Promise<void> {
  const abort = new AbortMultipartUploadCommand({ ...addressOf(store, key), UploadId: uploadId })
  try {
    await ask(store, 'abandon a blob', store.writing.send(abort))
  } catch (error) {
    if (!isRefusal(error, 'NoSuchUpload', 'NoSuchKey')) throw error
  }
}

export async function removeObject(store: S3Store, key: string): Promise<void> {
  try {
    await ask(store, 'remove a blob', store.writing.send(new DeleteObjectCommand(addressOf(store, key))))
  } catch (error) {
    if (!isRefusal(error, 'NoSuchKey', 'NotFound')) throw error
  }
}
