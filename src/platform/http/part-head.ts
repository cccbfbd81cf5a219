import { decodeExtended, parse } from 'content-disposition'
import { mediaTypeOf } from './media-type.ts'

/** The headers of one part of a form, as the parser found them: name in lower case → values, each byte a character. */
export type RawPartHead = Readonly<Record<string, readonly string[]>>

/** What the headers of a part say about it. */
export interface PartHead {
  readonly name: string | undefined
  /** Undefined for a field, and empty for a file without a name. */
  readonly fileName: string | undefined
  readonly charset: string | undefined
}

/** Undefined for a part that is not form data, which readers ignore. */
export function partHead(raw: RawPartHead): PartHead | undefined {
  const type = mediaTypeOf(raw['content-type']?.[0])
  const { type: kind, parameters } = parse(disposition(raw), { extended: false })
  if (kind !== 'form-data') return undefined
  const valueOf = (parameter: string): string | undefined =>
    decodeExtended(parameters[`${parameter}*`] ?? '') ?? unescaped(parameters[parameter])
  const isFile =
    'filename' in parameters || 'filename*' in parameters || type?.essence === 'application/octet-stream'
  return {
    name: valueOf('name'),
    fileName: isFile ? (valueOf('filename') ?? '') : undefined,
    charset: type?.params.get('charset') ?? undefined,
  }
}

/** In a quoted name, a backslash escapes only a quotation mark or another backslash: browsers leave it as it is. */
const disposition = (raw: RawPartHead): string =>
  Buffer.from(raw['content-disposition']?.[0] ?? '', 'latin1')
    .toString()
    .replaceAll(/\\(["\\]?)/g, (_, escaped: string) => `\\${escaped || '\\'}`)

/** Browsers write a quotation mark in a name as `%22`, and leave a percent sign as it is. */
const unescaped = (name: string | undefined): string | undefined => name?.replaceAll('%22', '"')
