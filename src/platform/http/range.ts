/** A byte range, both ends included. */
export interface ByteRange {
  readonly start: number
  readonly end: number
}

const single = /^bytes[ \t]*=[ \t]*(\d*)[ \t]*-[ \t]*(\d*)[ \t]*$/i

/** Digits as a number; more digits than any file has bytes are as good as infinity. */
const amount = (digits: string): number => (digits.length > 15 ? Number.MAX_SAFE_INTEGER : Number(digits))

/**
 * What a `Range` header asks for of `sizeBytes` bytes (RFC 9110, 14.2): `undefined` when it is absent, of another unit,
 * malformed or for several ranges (all of which a server may ignore), `'unsatisfiable'` when nothing of it is there.
 */
export function parseRange(
  header: string | undefined,
  sizeBytes: number,
): ByteRange | 'unsatisfiable' | undefined {
  const match = header === undefined ? null : single.exec(header)
  if (!match) return undefined
  const [, first = '', last = ''] = match
  if (first === '') {
    if (last === '') return undefined
    const suffix = Math.min(amount(last), sizeBytes)
    return suffix === 0 ? 'unsatisfiable' : { start: sizeBytes - suffix, end: sizeBytes - 1 }
  }
  const start = amount(first)
  if (last !== '' && amount(last) < start) return undefined
  if (start >= sizeBytes) return 'unsatisfiable'
  return { start, end: last === '' ? sizeBytes - 1 : Math.min(amount(last), sizeBytes - 1) }
}

const tagsOf = (header: string): readonly string[] => header.match(/\*|(?:W\/)?"[^"]*"/g) ?? []
const opaque = (tag: string): string => tag.replace(/^W\//, '')

/** Whether `If-None-Match` names this version; weak comparison (RFC 9110, 13.1.2). */
export const noneMatchHits = (header: string, etag: string): boolean =>
  tagsOf(header).some((tag) => tag === '*' || opaque(tag) === opaque(etag))

/** Whole seconds, as HTTP dates have them. */
const seconds = (time: Date): number => Math.floor(time.getTime() / 1000)

/** Whether the copy that the client has is still the current one: 304 without a body. */
export function notModified(
  headers: { readonly noneMatch: string | undefined; readonly modifiedSince: string | undefined },
  current: { readonly etag: string; readonly modifiedAt: Date },
): boolean {
  if (headers.noneMatch !== undefined) return noneMatchHits(headers.noneMatch, current.etag)
  const since = headers.modifiedSince === undefined ? Number.NaN : Date.parse(headers.modifiedSince)
  return !Number.isNaN(since) && seconds(current.modifiedAt) <= Math.floor(since / 1000)
}

/** Whether a range may be served under `If-Range`: only for the very version the client has a part of (13.1.5). */
export function rangeStillValid(
  ifRange: string | undefined,
  current: { readonly etag: string; readonly modifiedAt: Date },
): boolean {
  if (ifRange === undefined) return true
  if (ifRange.includes('"')) return ifRange.trim() === current.etag
  const date = Date.parse(ifRange)
  return !Number.isNaN(date) && seconds(current.modifiedAt) === Math.floor(date / 1000)
}
