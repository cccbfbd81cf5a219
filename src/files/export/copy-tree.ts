import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Context } from '../../api/context.ts'
import { hasCode } from '../../platform/system-error.ts'
import { inOrder } from '../../platform/zip/in-order.ts'
import { copyContent, type CopyOptions } from './copy-content.ts'
import type { ExportedItem, ListedItem } from './model.ts'
import { deepFolders, folderPath, markedName, plainName, treeFolder } from './rules.ts'

/** Enough to hide the latency of flushes, and few enough for a server that works. */
const filesAtOnce = 8

/** Writes folders and files as they were listed. Yields in the same order. Memory: a few files' pieces. */
export async function* copyTree(
  context: Pick<Context, 'blobs' | 'database'>,
  items: AsyncIterable<ListedItem>,
  options: CopyOptions,
): AsyncGenerator<ExportedItem> {
  const { directory } = options
  for (const folder of [treeFolder, deepFolders]) await mkdir(join(directory, folder), { mode: 0o700 })
  yield* inOrder(tasksOf(context, items, options), filesAtOnce)
}

async function* tasksOf(
  context: Pick<Context, 'blobs' | 'database'>,
  items: AsyncIterable<ListedItem>,
  options: CopyOptions,
): AsyncGenerator<() => Promise<ExportedItem>> {
  const open: { readonly id: string | null; readonly path: string }[] = [{ id: null, path: treeFolder }]
  for await (const item of items) {
    options.signal.throwIfAborted()
    while (open.length > 1 && open.at(-1)?.id !== item.parent_id) open.pop()
    const parent = open.at(-1)?.path ?? treeFolder
    if (item.type === 'folder') {
      const path = await makeFolder(options.directory, parent, item)
      open.push({ id: item.id, path })
      yield () => Promise.resolve(toExported(item, { path, sha256: null, state: 'exported' }))
    } else {
      yield async () => toExported(item, await copyContent(context, item, pathsOf(parent, item), options))
    }
  }
}

/** The plain name if it serves, then the marked one, for file systems that take other names for equal. */
function namesOf({ name, id, namesake }: ListedItem): readonly string[] {
  const plain = namesake ? undefined : plainName(name)
  return [...(plain === undefined ? [] : [plain]), markedName(name, id)]
}

const pathsOf = (parent: string, item: ListedItem): readonly string[] =>
  namesOf(item).map((name) => `${parent}/${name}`)

async function makeFolder(directory: string, parent: string, item: ListedItem): Promise<string> {
  for (const name of namesOf(item)) {
    const path = folderPath(parent, name, item.id)
    try {
      await mkdir(join(directory, path), { mode: 0o700 })
      return path
    } catch (error) {
      if (!hasCode(error, 'EEXIST')) throw error
    }
  }
  throw new Error(`The folder ${item.id} exists in the export already.`)
}

function toExported(
  { blob_key: _key, namesake: _namesake, ...file }: ListedItem,
  written: Pick<ExportedItem, 'path' | 'sha256' | 'state'>,
): ExportedItem {
  return { ...file, ...written }
}
