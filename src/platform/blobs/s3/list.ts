import { ListMultipartUploadsCommand, ListObjectsV2Command } from '@aws-sdk/client-s3'
import { ask, type S3Store } from './server.ts'
import { blobKeyPattern, type ListedBlob } from '../store.ts'

/** `<key>.<upload id in base64url>`. No key contains a dot. */
const unfinishedPattern = /^([0-9A-Za-z_-]{16,64})\.([0-9A-Za-z_-]+)$/

const unfinishedKey = (key: string, uploadId: string): string =>
  `${key}.${Buffer.from(uploadId).toString('base64url')}`

export function uploadOf(listedKey: string): { readonly key: string; readonly uploadId: string } | undefined {
  const [, key, encoded] = unfinishedPattern.exec(listedKey) ?? []
  if (key === undefined || encoded === undefined) return undefined
  return { key, uploadId: Buffer.from(encoded, 'base64url').toString() }
}

export async function* list(store: S3Store): AsyncGenerator<ListedBlob> {
  yield* listUploads(store)
  yield* listObjects(store)
}

function keyOf({ prefix }: S3Store, name = ''): string | undefined {
  const key = name.startsWith(prefix) ? name.slice(prefix.length) : ''
  return blobKeyPattern.test(key) ? key : undefined
}

async function* listObjects(store: S3Store): AsyncGenerator<ListedBlob> {
  for (let ContinuationToken: string | undefined, more = true; more;) {
    const command = new ListObjectsV2Command({
      Bucket: store.bucket,
      Prefix: store.prefix,
      ...(ContinuationToken !== undefined && { ContinuationToken }),
    })
    const page = await ask(store, 'list blobs', store.writing.send(command))
    for (const { Key, LastModified } of page.Contents ?? []) {
      const key = keyOf(store, Key)
      if (key && LastModified) yield { key, writtenAt: LastModified, unfinished: false }
    }
    ContinuationToken = page.NextContinuationToken
    more = page.IsTruncated === true && ContinuationToken !== undefined
  }
}

async function* listUploads(store: S3Store): AsyncGenerator<ListedBlob> {
  for (let KeyMarker: string | undefined, UploadIdMarker: string | undefined, more = true; more;) {
    const command = new ListMultipartUploadsCommand({
      Bucket: store.bucket,
      Prefix: store.prefix,
      ...(KeyMarker !== undefined && { KeyMarker }),
      ...(UploadIdMarker !== undefined && { UploadIdMarker }),
    })
    const page = await ask(store, 'list unfinished blobs', store.writing.send(command))
    for (const { Key, UploadId, Initiated } of page.Uploads ?? []) {
      const key = keyOf(store, Key)
      if (!key || !Initiated || UploadId === undefined || store.uploads.has(UploadId)) continue
      yield { key: unfinishedKey(key, UploadId), writtenAt: Initiated, unfinished: true }
    }
    KeyMarker = page.NextKeyMarker
    UploadIdMarker = page.NextUploadIdMarker
    more = page.IsTruncated === true && KeyMarker !== undefined
  }
}
