import type { Item } from './model.ts'
import { problem } from '../problems.ts'
import type { View } from '../view.ts'

/** Injected, so that these rules need no database. */
type Find = (id: string) => Promise<Item | undefined>

/** null is the root. An omitted parent is the scope folder, if any. */
export async function folderToList(
  view: View,
  parentId: string | undefined,
  find: Find,
): Promise<string | null> {
  const id = parentId ?? view.folderId
  if (id === null) return null
  const folder = await find(id)
  if (!folder) throw problem.folder_not_found()
  if (folder.type !== 'folder') throw problem.not_a_folder()
  return id
}

/** A folder key gets one refusal for all destinations outside of it, existing or not: docs/api/keys.md#folder-keys. */
export async function destination(
  view: View,
  parentId: string | null | undefined,
  find: Find,
): Promise<string | null> {
  if (view.folderId !== null && parentId === null) throw problem.out_of_scope()
  const id = parentId === undefined ? view.folderId : parentId
  if (id === null) return null
  const folder = await find(id)
  if (!folder) throw refusalOf(view, id)
  if (folder.type !== 'folder') throw problem.not_a_folder()
  return id
}

/** The scope folder itself may have been deleted; then the destination was right. */
const refusalOf = (view: View, id: string) =>
  view.folderId === null || view.folderId === id ? problem.folder_not_found() : problem.out_of_scope()
