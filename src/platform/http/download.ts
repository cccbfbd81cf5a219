import type { IncomingHttpHeaders } from 'node:http'
import { create as contentDisposition } from 'content-disposition'
import { notModified, parseRange, preconditionFails, rangeStillValid, type ByteRange } from './range.ts'

export interface Download {
  readonly sizeBytes: number
  /** Strong and quoted. */
  readonly etag: string
  readonly modifiedAt: Date
  readonly mediaType: string
  /** RFC 6266. */
  readonly fileName: string
  /** For types without scripts only. Omitted: saved and never shown. A sandbox would stop the browser's own viewer of PDFs. */
  readonly shown?: 'as-is' | 'in-viewer'
  /** Below the blob store's directory, if the bytes are a local file of their own. */
  readonly path?: string | undefined
  readonly bytes?: Uint8Array | undefined
  /** Pieces of a range; each is dropped before the next is requested. */
  readonly open: (range: ByteRange) => Promise<AsyncIterable<Uint8Array>>
}

type Headers = Readonly<Record<string, string>>

export type AnswerPlan =
  | { readonly status: 200 | 206; readonly headers: Headers; readonly range: ByteRange }
  | { readonly status: 304; readonly headers: Headers }

export type DownloadPlan =
  | AnswerPlan
  | { readonly fault: 'precondition_failed' | 'unsatisfiable_range'; readonly headers: Headers }

/** Stored types are never trusted: an attachment unless the caller says otherwise, and never sniffed. */
const guardsOf = ({ shown }: Download) => ({
  'X-Content-Type-Options': 'nosniff',
  'Cache-Control': 'private, no-cache',
  ...(shown === 'in-viewer'
    ? { 'Content-Security-Policy': "frame-ancestors 'self'", 'X-Frame-Options': 'SAMEORIGIN' }
    : { 'Content-Security-Policy': "default-src 'none'; sandbox" }),
})

/** In the order of RFC 9110, 13.2.2. */
export function planDownload(file: Download, request: IncomingHttpHeaders): DownloadPlan {
  const wanted = { match: request['if-match'], unmodifiedSince: request['if-unmodified-since'] }
  if (preconditionFails(wanted, file)) return { fault: 'precondition_failed', headers: {} }

  const validators = {
    ETag: file.etag,
    'Last-Modified': file.modifiedAt.toUTCString(),
    'Accept-Ranges': 'bytes',
  }
  const guarded = { ...validators, ...guardsOf(file) }
  const conditions = { noneMatch: request['if-none-match'], modifiedSince: request['if-modified-since'] }
  if (notModified(conditions, file)) return { status: 304, headers: guarded }

  const asked = rangeStillValid(oneHeader(request['if-range']), file)
    ? parseRange(request.range, file.sizeBytes)
    : undefined
  if (asked === 'unsatisfiable') {
    const headers = { ...validators, 'Content-Range': `bytes */${file.sizeBytes}` }
    return { fault: 'unsatisfiable_range', headers }
  }
  const range = asked ?? { start: 0, end: file.sizeBytes - 1 }
  return {
    status: asked ? 206 : 200,
    range,
    headers: {
      ...guarded,
      'Content-Type': file.mediaType,
      'Content-Length': String(range.end - range.start + 1),
      'Content-Disposition': contentDisposition(file.fileName, {
        type: file.shown ? 'inline' : 'attachment',
      }),
      ...(asked && { 'Content-Range': `bytes ${range.start}-${range.end}/${file.sizeBytes}` }),
    },
  }
}

const oneHeader = (value: string | string[] | undefined): string | undefined =>
  Array.isArray(value) ? value[0] : value
