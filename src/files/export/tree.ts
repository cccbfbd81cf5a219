import type { Queryable } from '../../platform/database/database.ts'
import { listTreeChildren, type TreeRow } from './store.ts'

const pageItems = 200

interface OpenFolder {
  readonly id: string | null
  page: readonly TreeRow[]
  at: number
  isLast: boolean
}

/** All items of a workspace, each folder before what is in it. Memory: a page for each level. */
export async function* treeItems(database: Queryable, workspaceId: number): AsyncGenerator<TreeRow> {
  const path: OpenFolder[] = [opened(null)]
  for (let folder = path.at(-1); folder; folder = path.at(-1)) {
    const row = folder.page[folder.at++]
    if (row) {
      yield row
      if (row.type === 'folder') path.push(opened(row.id))
    } else if (folder.isLast) {
      path.pop()
    } else {
      const last = folder.page.at(-1)
      folder.page = await listTreeChildren(database, workspaceId, folder.id, last, pageItems)
      folder.at = 0
      folder.isLast = folder.page.length < pageItems
    }
  }
}

const opened = (id: string | null): OpenFolder => ({ id, page: [], at: 0, isLast: false })
