import { hash } from 'node:crypto'
import type { Context } from '../../api/context.ts'
import type { Download } from '../../platform/http/download.ts'

/** Derived from the key, because the digest of a chunked upload is computed later. */
const etagOf = (blobKey: string): string => `"${hash('sha256', blobKey, 'base64url').slice(0, 32)}"`

export interface StoredBlob {
  readonly blob_key: string
  readonly size: number
  readonly written_at: Date
  readonly bytes?: Uint8Array | null
}

export const blobDownload = (
  { blobs }: Pick<Context, 'blobs'>,
  { blob_key, size, written_at, bytes }: StoredBlob,
  shown: Pick<Download, 'fileName' | 'mediaType'>,
): Download => ({
  ...shown,
  sizeBytes: size,
  etag: etagOf(blob_key),
  // The time of the bytes: renaming or moving a file does not make a cached copy stale.
  modifiedAt: written_at,
  path: blobs.pathOf?.(blob_key),
  bytes: bytes ?? undefined,
  open: (range) => blobs.borrow(blob_key, range),
})
