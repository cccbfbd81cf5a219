import { resolve, join } from 'node:path'
import { rm } from 'node:fs/promises'
import type { Context } from '../../api/context.ts'
import { copyTree } from '../../files/export/copy-tree.ts'
import { toListedItem, type ExportedItem, type ListedItem } from '../../files/export/model.ts'
import { deepFolders, treeFolder } from '../../files/export/rules.ts'
import { treeItems } from '../../files/export/tree.ts'
import { storageOf } from '../../files/public.ts'
import type { WorkspaceRow } from '../../identity/workspace/store.ts'
import type { Queryable } from '../../platform/database/database.ts'
import { writeDurably } from '../../platform/durable-files.ts'
import type { ReportProgress } from '../../platform/progress.ts'
import { version } from '../../platform/version.ts'
import { openExportDirectory } from './directory.ts'
import { exportFault } from './fault.ts'
import { readLines, writeLines } from './lines.ts'
import { exportLists } from './lists.ts'
import { inSnapshot } from './snapshot.ts'

/** Increments when a later version writes something that readers of earlier ones would misunderstand. */
const exportFormat = 1

const listedFile = 'files.listed.jsonl'
const filesFile = 'files.jsonl'
const aboutFile = 'workspace.json'

export interface ExportOptions {
  readonly workspace: WorkspaceRow
  /** Relative to `cwd`. */
  readonly directory: string
  readonly cwd: string
  readonly signal: AbortSignal
  /** Records the export before it reads anything. */
  readonly record: () => Promise<unknown>
  readonly progress: ReportProgress
}

export interface WorkspaceExport {
  readonly id: number
  readonly directory: string
  /** Lines of each list. */
  readonly lists: Readonly<Record<string, number>>
  readonly files: FileCounts
}

export interface FileCounts {
  readonly files: number
  readonly folders: number
  readonly bytes: number
  /** Deleted during the export. */
  readonly gone: number
  /** Not in the blob store. */
  readonly missing: number
  /** Exported, but their SHA-256 differs from that of the upload. */
  readonly damaged: number
}

/**
 * Writes the data of a workspace into a directory: the lists and the list of files as of one moment, then the files. A marker
 * is in the directory until all is written. Memory: a page of a list, and the pieces of a few files. Throws OperatorError.
 */
export async function exportWorkspace(context: Context, options: ExportOptions): Promise<WorkspaceExport> {
  const { workspace, cwd, signal } = options
  const given = resolve(cwd, options.directory)
  const lists = Object.keys(exportLists(context.database, workspace.id, context)).map(fileOf)
  const names = [...lists, filesFile, listedFile, aboutFile, treeFolder, deepFolders]
  try {
    const directory = await openExportDirectory(given, workspace.id, names)
    try {
      await options.record()
      const written = await writeAll(context, options, directory.path)
      await directory.finish()
      return written
    } finally {
      directory.release()
    }
  } catch (error) {
    throw exportFault(error, given, signal)
  }
}

const fileOf = (list: string): string => `${list}.jsonl`

async function writeAll(context: Context, options: ExportOptions, path: string): Promise<WorkspaceExport> {
  const { id, name, type, owner_id: ownerId, created_at: createdAt } = options.workspace
  const exportedAt = context.clock.now()
  const { lists, storage } = await inSnapshot(context, async (database) => ({
    lists: await writeLists(context, database, options, path),
    storage: await storageOf({ database }, id),
  }))
  const files = await writeFiles(context, options, path, storage.used)
  const about = {
    format: exportFormat,
    bureau: version,
    exported_at: exportedAt.toISOString(),
    workspace: { id, name, type, owner_id: ownerId, created_at: createdAt.toISOString() },
    files,
    lists,
  }
  await writeDurably(join(path, aboutFile), `${JSON.stringify(about, null, 2)}\n`, 'wx')
  return { id, directory: path, lists, files }
}

async function writeLists(
  context: Context,
  database: Queryable,
  { workspace, signal, progress }: ExportOptions,
  path: string,
): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const [list, pages] of Object.entries(exportLists(database, workspace.id, context))) {
    const step = `Writing ${fileOf(list)}`
    const seen = watched(pages, signal, (done) => progress({ step, done, unit: 'items' }))
    counts[list] = await writeLines(join(path, fileOf(list)), seen)
  }
  const items = watched(itemPages(context, database, workspace.id), signal, (done) =>
    progress({ step: 'Listing files', done, unit: 'items' }),
  )
  await writeLines(join(path, listedFile), items)
  return counts
}

async function* itemPages(context: Context, database: Queryable, workspaceId: number) {
  for await (const row of treeItems(database, workspaceId)) yield [toListedItem(row, context)]
}

async function* watched(
  pages: AsyncIterable<readonly object[]>,
  signal: AbortSignal,
  tell: (done: number) => void,
): AsyncGenerator<readonly object[]> {
  let done = 0
  tell(done)
  for await (const page of pages) {
    signal.throwIfAborted()
    yield page
    done += page.length
    tell(done)
  }
}

async function writeFiles(
  context: Context,
  { workspace, signal, progress }: ExportOptions,
  path: string,
  bytesTotal: number,
): Promise<FileCounts> {
  const counts = { files: 0, folders: 0, bytes: 0, gone: 0, missing: 0, damaged: 0 }
  const listed = join(path, listedFile)
  let done = 0
  async function* written(): AsyncGenerator<readonly ExportedItem[]> {
    const copied = copyTree(context, listedItems(listed), {
      workspaceId: workspace.id,
      directory: path,
      signal,
      wrote: (bytes) => {
        done += bytes
        progress({ step: 'Copying files', done, total: bytesTotal, unit: 'bytes' })
      },
    })
    for await (const item of copied) {
      count(counts, item)
      yield [item]
    }
  }
  await writeLines(join(path, filesFile), written())
  await rm(listed)
  return counts
}

async function* listedItems(path: string): AsyncGenerator<ListedItem> {
  for await (const line of readLines(path)) yield line as ListedItem
}

function count(counts: { -readonly [Name in keyof FileCounts]: number }, item: ExportedItem): void {
  if (item.type === 'folder') {
    counts.folders++
    return
  }
  if (item.path !== null) {
    counts.files++
    counts.bytes += item.size
  }
  if (item.state !== 'exported') counts[item.state]++
}
