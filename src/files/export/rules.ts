import { extensionOf, shownName } from '../item/rules.ts'

/** What ext4, XFS, APFS, NTFS, and exFAT accept. */
const nameBytesMax = 255

/** Windows refuses these signs, and nobody wants control characters on a terminal. */
const refused = /[<>:"|?*/\\\p{Cc}]/gu

/** Windows drops them. */
const trailing = /[. ]+$/

/** Devices of Windows, with any extension. */
const device = /^(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]|conin\$|conout\$) *(?:\.|$)/i

/** What `markedName` adds. A name that has it already gets another one, so that no two items have one path. */
const mark = /~[0-9A-Za-z]{8}(?:\.|$)/

const bytesOf = (text: string): number => Buffer.byteLength(text)

/** The name if any usual file system can hold it; otherwise undefined, and the item needs a `markedName`. */
export function plainName(name: string): string | undefined {
  const fits = bytesOf(name) <= nameBytesMax && name === made(name)
  return fits && !device.test(name) && !mark.test(name) ? name : undefined
}

const made = (name: string): string =>
  shownName(name)
    .replaceAll(refused, '_')
    .replace(trailing, (signs) => '_'.repeat(signs.length))

/** A name that file systems can hold and no other item in the folder has: `CON~4fT9aZ0q.txt`. */
export function markedName(name: string, id: string): string {
  const safe = made(name)
  const extension = extensionOf(safe)
  const end = `~${id}${extension === '' ? '' : safe.slice(-extension.length - 1)}`
  const stem = extension === '' ? safe : safe.slice(0, -extension.length - 1)
  return `${firstBytes(stem, nameBytesMax - bytesOf(end))}${end}`
}

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** Whole signs only: half of a family emoji would be another name. */
function firstBytes(text: string, bytesMax: number): string {
  if (bytesOf(text) <= bytesMax) return text
  let kept = ''
  let bytes = 0
  for (const { segment } of graphemes.segment(text)) {
    bytes += bytesOf(segment)
    if (bytes > bytesMax) break
    kept += segment
  }
  return kept
}

/** Leaves room for the path of the export itself below the 4,096 bytes of Linux. Deeper folders go to `deepFolders`. */
const pathBytesMax = 1000

export const treeFolder = 'files'
export const deepFolders = 'deep-folders'

/** Where a folder goes: beneath its parent, or to the top if the path would be too long. */
export function folderPath(parent: string, name: string, id: string): string {
  const path = `${parent}/${name}`
  return bytesOf(path) <= pathBytesMax ? path : `${deepFolders}/${id}`
}
