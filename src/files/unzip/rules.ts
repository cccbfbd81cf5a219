import type { ArchiveEntry } from '../../platform/zip/read/archive.ts'
import { quoted } from '../../platform/quoted.ts'
import { isName } from '../item/rules.ts'
import { folderDepthMax } from '../limits.ts'
import { problem } from '../problems.ts'
import { counted } from '../../platform/counted.ts'

const gibibyte = 1024 ** 3
const mebibyte = 1024 ** 2

/** docs/api/files.md#unzipping */
export const unzipEntriesMax = 10_000

/** By its directory: docs/api/files.md#unzipping. */
const unzippedBytesMax = 10 * gibibyte

/** Otherwise ten thousand deep paths would make a million folders. */
const unzipFoldersMax = 10_000

const smallBytesMax = 256 * 1024
const packBytesMax = 8 * mebibyte

export interface PlannedFile {
  readonly kind: 'file'
  readonly parts: readonly string[]
  readonly entry: ArchiveEntry
  readonly limit: number
}

interface PlannedFolder {
  readonly kind: 'folder'
  readonly parts: readonly string[]
}

export type PlannedItem = PlannedFile | PlannedFolder

export interface UnzipPlan {
  readonly items: readonly PlannedItem[]
  readonly sizeBytes: number
  readonly blockedFiles: number
}

interface Directory {
  readonly entries: readonly ArchiveEntry[]
  readonly directoryStart: number
}

/** Throws `too_large`, `invalid_archive`, `too_many_items` or `quota_exceeded`: docs/api/files.md#unzipping. */
export function planUnzip(
  { entries, directoryStart }: Directory,
  isBlocked: (name: string) => boolean,
  freeBytes: number,
): UnzipPlan {
  // Stops early, because a sum of 64-bit sizes is not exact.
  let declaredBytes = 0
  for (const { sizeBytes } of entries) {
    declaredBytes += sizeBytes
    if (declaredBytes > unzippedBytesMax) throw problem.too_large()
  }
  for (const entry of entries) requireUsablePath(entry)
  const blocked = entries.filter(({ parts, folder }) => !folder && isBlocked(parts.at(-1) ?? ''))
  const items = plannedItems(entries, new Set(blocked), directoryStart)
  // Throws when there are too many.
  foldersOf(items)
  const sizeBytes = bytesOf(items)
  if (sizeBytes > freeBytes) throw problem.quota_exceeded()
  return { items, sizeBytes, blockedFiles: blocked.length }
}

const shown = (parts: readonly string[]): string => quoted(parts.join('/'))

function requireUsablePath({ parts, folder, sizeBytes }: ArchiveEntry): void {
  const refuse = (message: string) => problem.invalid_archive({ message })
  if (parts.length === 0 && !folder) throw refuse('The archive has a file without a name.')
  if (folder && sizeBytes > 0) throw refuse(`${shown(parts)} is a folder but has data.`)
  // The archive becomes a folder, which takes one level.
  const depth = folder ? parts.length : parts.length - 1
  if (depth + 1 > folderDepthMax)
    throw refuse(`${shown(parts)} is nested deeper than ${folderDepthMax} folders.`)
  const bad = parts.find((part) => !isName(part))
  if (bad === undefined) return
  throw refuse(
    `${shown([bad])} in the archive is not a valid name: it has a control character or text direction override, is blank, or is longer than 255 characters.`,
  )
}

function plannedItems(
  entries: readonly ArchiveEntry[],
  blocked: ReadonlySet<ArchiveEntry>,
  directoryStart: number,
): PlannedItem[] {
  const limits = new Map<ArchiveEntry, number>()
  let limit = directoryStart
  for (const entry of entries.toSorted((a, b) => b.offset - a.offset)) {
    limits.set(entry, limit)
    limit = entry.offset
  }
  return entries.flatMap((entry): PlannedItem[] => {
    const { parts, folder } = entry
    if (blocked.has(entry) || parts.length === 0) return []
    if (folder) return [{ kind: 'folder', parts }]
    return [{ kind: 'file', parts, entry, limit: limits.get(entry) ?? directoryStart }]
  })
}

export const filesOf = (items: readonly PlannedItem[]): PlannedFile[] =>
  items.filter((item) => item.kind === 'file')

export const bytesOf = (items: readonly PlannedItem[]): number =>
  filesOf(items).reduce((sum, { entry }) => sum + entry.sizeBytes, 0)

/** Names contain no slash. */
export const folderPath = (parts: readonly string[]): string => parts.join('/')

/** Every folder once, parents first. Throws `too_many_items` at the first one too many, to bound memory. */
export function foldersOf(items: readonly PlannedItem[]): (readonly string[])[] {
  const folders = new Map<string, readonly string[]>()
  for (const { kind, parts } of items) {
    const depth = kind === 'folder' ? parts.length : parts.length - 1
    // From the deepest up: when one is known, all above it are.
    const missing: (readonly string[])[] = []
    for (let length = depth; length > 0; length--) {
      const folder = parts.slice(0, length)
      if (folders.has(folderPath(folder))) break
      missing.unshift(folder)
    }
    for (const folder of missing) folders.set(folderPath(folder), folder)
    if (folders.size > unzipFoldersMax) throw problem.too_many_items()
  }
  return [...folders.values()]
}

/** Large files alone, small ones in packs, in the order of the archive, so that each is read from one place. */
export function unitsOf(files: readonly PlannedFile[]): (readonly PlannedFile[])[] {
  const units: PlannedFile[][] = []
  let pack: PlannedFile[] = []
  let packBytes = 0
  for (const file of files.toSorted((a, b) => a.entry.offset - b.entry.offset)) {
    const { sizeBytes, compressedBytes } = file.entry
    if (sizeBytes > smallBytesMax || compressedBytes > smallBytesMax) {
      units.push([file])
      continue
    }
    if (packBytes + sizeBytes > packBytesMax || pack.length === 0) {
      units.push((pack = []))
      packBytes = 0
    }
    pack.push(file)
    packBytes += sizeBytes
  }
  return units
}

export const depthOf = (items: readonly PlannedItem[]): number =>
  items.reduce(
    (deepest, { kind, parts }) => Math.max(deepest, kind === 'folder' ? parts.length : parts.length - 1),
    0,
  )

export function itemsWithin(items: readonly PlannedItem[], bytesMax: number): readonly PlannedItem[] {
  let left = bytesMax
  const end = items.findIndex((item) => item.kind === 'file' && (left -= item.entry.sizeBytes) < 0)
  return end < 0 ? items : items.slice(0, end)
}

export function folderName(archiveName: string): string {
  const name = archiveName.replace(/\.zip$/i, '')
  return isName(name) ? name : archiveName
}

export function unzipMessage(counts: {
  readonly files: number
  readonly folders: number
  readonly blockedFiles: number
  readonly droppedFiles: number
}): string {
  const { files, folders, blockedFiles, droppedFiles } = counts
  const sentences = [`Extracted ${counted(files, 'file')} and ${counted(folders, 'folder')}.`]
  if (blockedFiles > 0)
    sentences.push(`Skipped ${counted(blockedFiles, 'file')} of types that are not accepted.`)
  if (droppedFiles > 0)
    sentences.push(
      `The workspace ran out of space: ${counted(droppedFiles, 'file was', 'files were')} not extracted.`,
    )
  return sentences.join(' ')
}
