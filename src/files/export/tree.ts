import type { Queryable } from '../../platform/database/database.ts'
import { listTreeChildren, type TreeRow } from './store.ts'

const pageItems = 200

export interface TreeItem extends TreeRow {
  /** Whether an earlier item of its folder, or a folder beside this file, has the same name but for case and composition. */
  readonly namesake: boolean
}

interface OpenFolder {
  readonly id: string | null
  page: readonly TreeRow[]
  at: number
  isLast: boolean
  previous: TreeRow | undefined
}

/** All items of a workspace, each folder before what is in it. Memory: a page for each level. */
export async function* treeItems(database: Queryable, workspaceId: number): AsyncGenerator<TreeItem> {
  const path: OpenFolder[] = [opened(null)]
  for (let folder = path.at(-1); folder; folder = path.at(-1)) {
    const row = folder.page[folder.at++]
    if (row) {
      yield { ...row, namesake: row.beside_folder || sameName(row, folder.previous) }
      folder.previous = row
      if (row.type === 'folder') path.push(opened(row.id))
    } else if (folder.isLast) {
      path.pop()
    } else {
      folder.page = await listTreeChildren(database, workspaceId, folder.id, folder.previous, pageItems)
      folder.at = 0
      folder.isLast = folder.page.length < pageItems
    }
  }
}

const opened = (id: string | null): OpenFolder => ({
  id,
  page: [],
  at: 0,
  isLast: false,
  previous: undefined,
})

/** Equal names follow each other. */
const sameName = (row: TreeRow, previous: TreeRow | undefined): boolean =>
  row.type === previous?.type && row.folded_name === previous.folded_name
