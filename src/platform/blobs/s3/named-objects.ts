import { ListMultipartUploadsCommand, ListObjectsV2Command } from '@aws-sdk/client-s3'
import type { Readable } from 'node:stream'
import { closeBucket, openBucket } from './bucket.ts'
import { readObject } from './read.ts'
import { ask, type S3BlobsOptions, type S3Store } from './server.ts'
import { abortUpload, partsMax, removeObject, sizeOf, writeObject } from './write.ts'

export interface NamedObject {
  readonly name: string
  readonly sizeBytes: number
  readonly writtenAt: Date
}

/** Objects directly below a prefix, under names that people read. Names with a slash are left out. */
export interface NamedObjects {
  readonly list: () => Promise<NamedObject[]>
  /** undefined: there is none. */
  readonly read: (name: string) => Promise<Readable | undefined>
  /** A failure leaves nothing. Up to 80 GB. */
  readonly write: (name: string, source: AsyncIterable<Uint8Array>) => Promise<{ readonly sizeBytes: number }>
  /** Idempotent. */
  readonly remove: (name: string) => Promise<void>
  /** Removes what interrupted writes of names with this beginning left. Call it while none runs. */
  readonly removeUnfinished: (beginning: string) => Promise<void>
  readonly close: () => void
}

export function openNamedObjects(options: S3BlobsOptions): NamedObjects {
  const store = openBucket(options)
  return {
    list: () => list(store),
    async read(name) {
      const size = await sizeOf(store, name)
      return size === undefined ? undefined : readObject(store, name, { start: 0, end: size - 1 })
    },
    write: (name, source) => writeObject(store, name, source, { bytesMax: partsMax * 8 * 1024 * 1024 }),
    remove: (name) => removeObject(store, name),
    removeUnfinished: (beginning) => removeUnfinished(store, beginning),
    close: () => closeBucket(store),
  }
}

async function list(store: S3Store): Promise<NamedObject[]> {
  const found: NamedObject[] = []
  for (let ContinuationToken: string | undefined, more = true; more;) {
    const command = new ListObjectsV2Command({
      Bucket: store.bucket,
      Prefix: store.prefix,
      Delimiter: '/',
      ...(ContinuationToken !== undefined && { ContinuationToken }),
    })
    const page = await ask(store, 'list objects', store.writing.send(command))
    for (const { Key = '', LastModified, Size = 0 } of page.Contents ?? [])
      if (LastModified)
        found.push({ name: Key.slice(store.prefix.length), sizeBytes: Size, writtenAt: LastModified })
    ContinuationToken = page.NextContinuationToken
    more = page.IsTruncated === true && ContinuationToken !== undefined
  }
  return found
}

async function removeUnfinished(store: S3Store, beginning: string): Promise<void> {
  const command = new ListMultipartUploadsCommand({
    Bucket: store.bucket,
    Prefix: `${store.prefix}${beginning}`,
  })
  const { Uploads } = await ask(store, 'list unfinished objects', store.writing.send(command))
  for (const { Key = '', UploadId } of Uploads ?? [])
    if (UploadId !== undefined) await abortUpload(store, Key.slice(store.prefix.length), UploadId)
}
