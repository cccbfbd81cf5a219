import type { Context } from '../../api/context.ts'
import type { Item } from '../file/model.ts'
import { extensionOf, mediaTypeOf } from '../file/rules.ts'

/** Pictures that a browser shows without running anything in them; SVG is excluded, because it can hold scripts. */
const pictureTypes: Readonly<Record<string, string>> = {
  avif: 'image/avif',
  gif: 'image/gif',
  jpeg: 'image/jpeg',
  jpg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
}

/** Up to this size a picture is shown as it is, above it as its thumbnail if it has one. */
const wholeBytesMax = 2 * 1024 * 1024
/** Larger ones are only downloaded: a preview must not use more of a visitor's mobile data than that. */
const pictureBytesMax = 20 * 1024 * 1024

export type Picture = { readonly kind: 'whole'; readonly mediaType: string } | { readonly kind: 'thumbnail' }

/** The form in which a file is shown as a picture; undefined when it is not. */
export function pictureOf(file: Pick<Item, 'type' | 'name' | 'size' | 'has_thumbnail'>): Picture | undefined {
  const { type, name, size, has_thumbnail } = file
  if (type === 'folder' || size === 0) return undefined
  const mediaType = pictureTypes[extensionOf(name)]
  const bytesMax = has_thumbnail ? wholeBytesMax : pictureBytesMax
  if (mediaType !== undefined && size <= bytesMax) return { kind: 'whole', mediaType }
  return has_thumbnail ? { kind: 'thumbnail' } : undefined
}

export const textBytesMax = 64 * 1024

const textTypes = new Set([
  'application/javascript',
  'application/json',
  'application/sql',
  'application/toml',
  'application/x-sh',
  'application/xml',
  'application/yaml',
])

const isText = (name: string): boolean => {
  const type = mediaTypeOf(name)
  return (
    type.startsWith('text/') || textTypes.has(type) || /\+(?:json|xml)$/.test(type) || /\.log$/i.test(name)
  )
}

interface StoredFile {
  readonly name: string
  readonly size: number
  readonly blob_key: string
}

/** The beginning of a text file; undefined when the file is of another kind or not valid UTF-8. */
export async function textPreview(
  { blobs }: Pick<Context, 'blobs'>,
  { name, size, blob_key }: StoredFile,
): Promise<string | undefined> {
  if (size === 0 || !isText(name)) return undefined
  const chunks: Uint8Array[] = []
  const end = Math.min(size, textBytesMax) - 1
  for await (const chunk of await blobs.read(blob_key, { start: 0, end })) chunks.push(chunk as Uint8Array)
  return readText(Buffer.concat(chunks), size > textBytesMax)
}

/** UTF-8, whose last character may be cut off when there is more; text contains no NUL. */
function readText(bytes: Uint8Array, cut: boolean): string | undefined {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: cut })
    return text.includes('\0') ? undefined : text
  } catch {
    return undefined
  }
}
