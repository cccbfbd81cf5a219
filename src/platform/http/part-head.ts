import { decodeExtended, parse } from 'content-disposition'
import { mediaTypeOf } from './media-type.ts'

/** Lower-case names; bytes as characters. */
export type RawPartHead = Readonly<Record<string, readonly string[]>>

export interface PartHead {
  readonly name: string | undefined
  /** Undefined for a field, empty for a file without a name. */
  readonly fileName: string | undefined
  readonly charset: string | undefined
}

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

/** Browsers don't escape backslashes, so one only escapes a quotation mark or a backslash. */
const disposition = (raw: RawPartHead): string =>
  Buffer.from(raw['content-disposition']?.[0] ?? '', 'latin1')
    .toString()
    .replaceAll(/\\(["\\]?)/g, (_, escaped: string) => `\\${escaped || '\\'}`)

/** Browsers write `"` as `%22` and don't escape `%`. */
const unescaped = (name: string | undefined): string | undefined => name?.replaceAll('%22', '"')
