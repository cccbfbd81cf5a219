export interface ByteRange {
  readonly start: number
  readonly end: number
}

const single = /^bytes[ \t]*=[ \t]*(\d*)[ \t]*-[ \t]*(\d*)[ \t]*$/i

/** More digits than any size count as infinity. */
const amount = (digits: string): number => (digits.length > 15 ? Number.MAX_SAFE_INTEGER : Number(digits))

/** RFC 9110, 14.2. Undefined if absent, malformed, of another unit, or several ranges, which a server may ignore. */
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

/** Strong comparison (RFC 9110, 13.1.1). */
const matchHits = (header: string, etag: string): boolean =>
  header.trim() === '*' || tagsOf(header).includes(etag)

/** Weak comparison (RFC 9110, 13.1.2). */
export const noneMatchHits = (header: string, etag: string): boolean =>
  tagsOf(header).some((tag) => tag === '*' || opaque(tag) === opaque(etag))

const seconds = (time: Date): number => Math.floor(time.getTime() / 1000)

const httpDateForms =
  /^(?:[A-Z][a-z]{2}, \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d GMT|[A-Z][a-z]{5,8}, \d\d-[A-Z][a-z]{2}-\d\d \d\d:\d\d:\d\d GMT|[A-Z][a-z]{2} [A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d \d{4})$/

/** Any of the three forms (RFC 9110, 5.6.7); NaN counts as absent. */
function dateSeconds(header: string | undefined): number {
  const text = header?.trim() ?? ''
  if (!httpDateForms.test(text)) return Number.NaN
  return Date.parse(text.endsWith('GMT') ? text : `${text} GMT`) / 1000
}

/** For 412. `If-Match` wins over the date (RFC 9110, 13.2.2). */
export function preconditionFails(
  headers: { readonly match: string | undefined; readonly unmodifiedSince: string | undefined },
  current: { readonly etag: string; readonly modifiedAt: Date },
): boolean {
  if (headers.match !== undefined) return !matchHits(headers.match, current.etag)
  return seconds(current.modifiedAt) > dateSeconds(headers.unmodifiedSince)
}

export function notModified(
  headers: { readonly noneMatch: string | undefined; readonly modifiedSince: string | undefined },
  current: { readonly etag: string; readonly modifiedAt: Date },
): boolean {
  if (headers.noneMatch !== undefined) return noneMatchHits(headers.noneMatch, current.etag)
  return seconds(current.modifiedAt) <= dateSeconds(headers.modifiedSince)
}

/** For `If-Range` (RFC 9110, 13.1.5). */
export function rangeStillValid(
  ifRange: string | undefined,
  current: { readonly etag: string; readonly modifiedAt: Date },
): boolean {
  if (ifRange === undefined) return true
  if (ifRange.includes('"')) return ifRange.trim() === current.etag
  return seconds(current.modifiedAt) === dateSeconds(ifRange)
}
