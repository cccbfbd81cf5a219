import { yieldToEventLoop } from '../../platform/concurrency/yield-to-event-loop.ts'
import type { ZipEntry } from '../../platform/zip/record.ts'
import { pathBytesMax } from '../../platform/zip/record.ts'
import { extensionOf, fold } from '../item/rules.ts'

export interface TreeItem {
  readonly id: string
  readonly parent_id: string | null
  readonly type: 'file' | 'folder'
  readonly name: string
  readonly folded_name: string
  readonly size: number
  readonly blob_key: string | null
  readonly created_at: Date
  readonly updated_at: Date
  readonly crc32: number | null
}

export interface ArchiveEntry extends Omit<ZipEntry, 'crc32'> {
  readonly name: string
  readonly blobKey: string | null
  readonly crc32: number | null
}

export class PathTooLong extends Error {
  override readonly name = 'PathTooLong'
}

interface ArchivePath {
  readonly above: ArchivePath | undefined
  readonly name: string
  readonly pathBytes: number
}

/** Folders end with a slash, so that theirs is the prefix of their contents. */
function pathOf(path: ArchivePath): string {
  const names: string[] = []
  for (let at: ArchivePath | undefined = path; at; at = at.above) names.push(at.name)
  return names.reverse().join('')
}

function pathBelow(above: ArchivePath | undefined, item: TreeItem, name: string): ArchivePath {
  const ending = item.type === 'folder' ? '/' : ''
  const pathBytes = (above?.pathBytes ?? 0) + Buffer.byteLength(name) + ending.length
  if (pathBytes > pathBytesMax) {
    throw new PathTooLong(
      'The folder has a path of more than 65,535 bytes, too long for a zip archive. Shorten it.',
    )
  }
  return { above, name: name + ending, pathBytes }
}

const compare = <Value extends string | number>(a: Value, b: Value): number => (a < b ? -1 : a > b ? 1 : 0)

/** Folders first, by name; of colliding names the oldest comes first and keeps its name. */
const bySiblingOrder = (a: TreeItem, b: TreeItem): number =>
  compare(b.type, a.type) ||
  compare(a.folded_name, b.folded_name) ||
  compare(a.created_at.getTime(), b.created_at.getTime()) ||
  compare(a.id, b.id)

function numbered({ name, type }: TreeItem, number: number): string {
  const dot = type === 'file' && extensionOf(name) !== '' ? name.lastIndexOf('.') : name.length
  return `${name.slice(0, dot)} (${number})${name.slice(dot)}`
}

/** Makes sibling names unique on disks that ignore case or Unicode composition. */
export function distinctNames(siblings: readonly TreeItem[]): string[] {
  const taken = new Set(siblings.map(({ folded_name }) => folded_name))
  const nextNumbers = new Map<string, number>()
  return siblings.map((item) => {
    const next = nextNumbers.get(item.folded_name)
    if (next === undefined) {
      nextNumbers.set(item.folded_name, 2)
      return item.name
    }
    let number = next
    while (taken.has(fold(numbered(item, number)))) number += 1
    nextNumbers.set(item.folded_name, number + 1)
    const name = numbered(item, number)
    taken.add(fold(name))
    return name
  })
}

const toEntry = (item: TreeItem, name: string, path: ArchivePath): ArchiveEntry => ({
  path: () => pathOf(path),
  pathBytes: path.pathBytes,
  folder: item.type === 'folder',
  modifiedAt: item.updated_at,
  sizeBytes: item.size,
  crc32: item.type === 'folder' ? 0 : item.crc32,
  name,
  blobKey: item.blob_key,
})

/** In a stable order; only empty folders have an entry. Throws `PathTooLong`, or the reason of `signal`. */
export async function archiveEntries(
  tree: readonly TreeItem[],
  topId: string,
  signal: AbortSignal,
): Promise<ArchiveEntry[]> {
  const top = tree.find(({ id }) => id === topId)
  if (top?.type === 'file') return [toEntry(top, top.name, pathBelow(undefined, top, top.name))]

  const children = Map.groupBy(tree, ({ parent_id }) => parent_id)
  const entries: ArchiveEntry[] = []
  // A stack instead of recursion: imported trees may nest ten thousand levels.
  const left: { readonly item: TreeItem; readonly name: string; readonly above: ArchivePath | undefined }[] =
    []

  function open(folderId: string, path: ArchivePath | undefined): boolean {
    const siblings = (children.get(folderId) ?? []).toSorted(bySiblingOrder)
    const names = distinctNames(siblings)
    const opened = siblings.map((item, index) => ({ item, name: names[index] ?? item.name, above: path }))
    for (const one of opened.reverse()) left.push(one)
    return siblings.length > 0
  }

  open(topId, undefined)
  for (let next = left.pop(); next; next = left.pop()) {
    const { item, name, above } = next
    const path = pathBelow(above, item, name)
    if (item.type === 'file' || !open(item.id, path)) entries.push(toEntry(item, name, path))
    await yieldToEventLoop()
    signal.throwIfAborted()
  }
  return entries
}
