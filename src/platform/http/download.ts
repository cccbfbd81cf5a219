import type { IncomingHttpHeaders } from 'node:http'
import { create as contentDisposition } from 'content-disposition'
import { notModified, parseRange, rangeStillValid, type ByteRange } from './range.ts'

/** Bytes that a handler hands out; the platform adds ranges, conditions and headers. */
export interface Download {
  readonly sizeBytes: number
  /** Strong and quoted; equal exactly when the bytes are equal. */
  readonly etag: string
  readonly modifiedAt: Date
  readonly mediaType: string
  /** Offered to the visitor as the name to save under (RFC 6266). */
  readonly fileName: string
  /** Below the directory of the blob store, when the bytes are a file of their own there. */
  readonly path?: string | undefined
  /** All of them, where they are in memory already. */
  readonly bytes?: Uint8Array | undefined
  /** The pieces of a range; each is let go of before the next one is asked for. */
  readonly open: (range: ByteRange) => Promise<AsyncIterable<Uint8Array>>
}

/** How a download is answered, worked out from the request's headers before a byte is read. */
export type DownloadPlan =
  | {
      readonly status: 200 | 206
      readonly headers: Readonly<Record<string, string>>
      readonly range: ByteRange
    }
  | { readonly status: 304 | 416; readonly headers: Readonly<Record<string, string>> }

/** A stored type is never trusted: bytes are always an attachment, never sniffed, never run. */
const guards = {
  'X-Content-Type-Options': 'nosniff',
  'Content-Security-Policy': "default-src 'none'; sandbox",
  'Cache-Control': 'private, no-cache',
} as const

export function planDownload(file: Download, request: IncomingHttpHeaders): DownloadPlan {
  const validators = {
    ETag: file.etag,
    'Last-Modified': file.modifiedAt.toUTCString(),
    'Accept-Ranges': 'bytes',
  }
  const conditions = { noneMatch: request['if-none-match'], modifiedSince: request['if-modified-since'] }
  if (notModified(conditions, file)) return { status: 304, headers: { ...validators, ...guards } }

  const asked = rangeStillValid(oneHeader(request['if-range']), file)
    ? parseRange(request.range, file.sizeBytes)
    : undefined
  if (asked === 'unsatisfiable') {
    return { status: 416, headers: { ...validators, 'Content-Range': `bytes */${file.sizeBytes}` } }
  }
  const range = asked ?? { start: 0, end: file.sizeBytes - 1 }
  return {
    status: asked ? 206 : 200,
    range,
    headers: {
      ...validators,
      ...guards,
      'Content-Type': file.mediaType,
      'Content-Length': String(range.end - range.start + 1),
      'Content-Disposition': contentDisposition(file.fileName, { type: 'attachment' }),
      ...(asked && { 'Content-Range': `bytes ${range.start}-${range.end}/${file.sizeBytes}` }),
    },
  }
}

const oneHeader = (value: string | string[] | undefined): string | undefined =>
  Array.isArray(value) ? value[0] : value
