import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { detachAfterUse } from '../../detach.ts'
import { OperatorError } from '../../operator-error.ts'
import { list, uploadOf } from './list.ts'
import { createParts, writePart } from './parts.ts'
import { read } from './read.ts'
import { closeBucket, openBucket } from './bucket.ts'
import { type S3BlobsOptions, type S3Store } from './server.ts'
import { abortUpload, completeUpload, removeObject, sizeOf, write } from './write.ts'
import { withPackedBlobs } from '../packed-blobs.ts'
import { requireBlobKey, type BlobStore } from '../store.ts'

async function remove(store: S3Store, key: string): Promise<void> {
  const upload = uploadOf(key)
  if (upload) return abortUpload(store, upload.key, upload.uploadId)
  requireBlobKey(key)
  await removeObject(store, key)
}

/** Tries every permission that uploads and downloads need. */
async function check(store: S3Store): Promise<void> {
  const key = store.random.base62(32)
  const probe = Buffer.from('probe')
  try {
    await write(store, key, Readable.from([probe]), { bytesMax: probe.length })
    const found = await buffer(await read(store, key, { start: 0, end: probe.length - 1 }))
    if (!found.equals(probe)) throw new Error('The bytes read differ from the bytes written.')
    await removeObject(store, key)
    await abortUpload(store, key, await createParts(store, key, { sizeBytes: 1, partBytes: 1 }))
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new OperatorError(`The S3 bucket ${store.bucket} cannot be used: ${reason}`, { cause: error })
  }
}

/** Blobs as objects of an existing bucket, which processes may share. Incomplete multipart uploads are listed as unfinished. */
export function openS3Blobs(options: S3BlobsOptions): BlobStore & { readonly close: () => void } {
  const store = openBucket(options)
  return withPackedBlobs({
    write: (key, source, writeOptions) => write(store, key, source, writeOptions),
    createParts: (key, sizes) => createParts(store, key, sizes),
    writePart: (...part) => writePart(store, ...part),
    async completeParts(key, reference, whole) {
      requireBlobKey(key)
      await completeUpload(store, key, reference, whole)
    },
    async abortParts(key, reference) {
      requireBlobKey(key)
      await abortUpload(store, key, reference)
    },
    async sizeOf(key) {
      requireBlobKey(key)
      return sizeOf(store, key)
    },
    read: (key, range) => read(store, key, range),
    borrow: async (key, range) => detachAfterUse(await read(store, key, range)),
    remove: (key) => remove(store, key),
    list: () => list(store),
    limiters: [store.writers, store.partWriters],
    check: () => check(store),
    close: () => closeBucket(store),
  })
}
