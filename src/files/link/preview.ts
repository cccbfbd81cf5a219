import { buffer } from 'node:stream/consumers'
import { disableTypes, imageSize, types } from 'image-size'
import type { Context } from '../../api/context.ts'
import type { Item } from '../item/model.ts'
import { previewOfName } from '../item/rules.ts'

/** Larger pictures are shown as their thumbnail, if any. */
const wholeBytesMax = 2 * 1024 * 1024
/** Larger pictures have no preview, to spare visitors' mobile data. */
const pictureBytesMax = 20 * 1024 * 1024

export type Picture = { readonly kind: 'whole'; readonly mediaType: string } | { readonly kind: 'thumbnail' }

export function pictureOf(file: Pick<Item, 'type' | 'name' | 'size' | 'has_thumbnail'>): Picture | undefined {
  const { type, name, size, has_thumbnail } = file
  if (type === 'folder' || size === 0) return undefined
  const { kind, mediaType } = previewOfName(name)
  const bytesMax = has_thumbnail ? wholeBytesMax : pictureBytesMax
  if (kind === 'image' && size <= bytesMax) return { kind: 'whole', mediaType }
  return has_thumbnail ? { kind: 'thumbnail' } : undefined
}

export interface Embedded {
  readonly kind: 'video' | 'audio' | 'pdf'
  readonly mediaType: string
}

/** What browsers fetch in ranges, so of any size. */
export function embeddedOf({ type, name, size }: Pick<Item, 'type' | 'name' | 'size'>): Embedded | undefined {
  if (type === 'folder' || size === 0) return undefined
  const { kind, mediaType } = previewOfName(name)
  return kind === 'video' || kind === 'audio' || kind === 'pdf' ? { kind, mediaType } : undefined
}

export interface PictureSize {
  readonly width: number
  readonly height: number
}

/** The metadata of a photo precede its size and rarely take more. */
const pictureHeadBytes = 128 * 1024

/** `heif` includes AVIF. The library's other parsers never see untrusted bytes. */
const readTypes: ReadonlySet<string> = new Set(['gif', 'heif', 'jpg', 'png', 'webp'])
disableTypes(types.filter((type) => !readTypes.has(type)))

/** Undefined when the first bytes do not say. */
export async function pictureSize(
  context: Pick<Context, 'blobs'>,
  stored: Pick<StoredFile, 'size' | 'blob_key'>,
): Promise<PictureSize | undefined> {
  const head = await beginningOf(context, stored, pictureHeadBytes)
  try {
    // In memory of its own, because the library reads past the end of a buffer that is part of a larger one.
    const { width, height, orientation = 1 } = imageSize(new Uint8Array(head))
    if (width === 0 || height === 0) return undefined
    // Browsers rotate photos by their orientation.
    return orientation > 4 ? { width: height, height: width } : { width, height }
  } catch {
    return undefined
  }
}

export const textBytesMax = 64 * 1024

interface StoredFile {
  readonly name: string
  readonly size: number
  readonly blob_key: string
}

export async function textPreview(
  context: Pick<Context, 'blobs'>,
  stored: StoredFile,
): Promise<string | undefined> {
  if (stored.size === 0 || previewOfName(stored.name).kind !== 'text') return undefined
  return readText(await beginningOf(context, stored, textBytesMax), stored.size > textBytesMax)
}

async function beginningOf(
  { blobs }: Pick<Context, 'blobs'>,
  { size, blob_key }: Pick<StoredFile, 'size' | 'blob_key'>,
  bytesMax: number,
): Promise<Buffer> {
  return buffer(await blobs.read(blob_key, { start: 0, end: Math.min(size, bytesMax) - 1 }))
}

/** `cut`: the last character may be incomplete. */
function readText(bytes: Uint8Array, cut: boolean): string | undefined {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: cut })
    return text.includes('\0') ? undefined : text
  } catch {
    return undefined
  }
}
