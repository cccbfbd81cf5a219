import type { Context } from '../../api/context.ts'
import { archiveSums } from '../archive/archive-sums.ts'
import { readNaturalOrder } from '../folder/natural-order.ts'
import { findChildren } from '../folder/store.ts'
import type { Item } from '../item/model.ts'
import type { Siblings } from './file-page.ts'
import type { Listing } from './folder-page.ts'
import type { FolderView } from './frame.ts'
import { flowKeysOf, viewOf, type Visitor } from './visitor.ts'

const pageItems = 100

interface Asked {
  readonly page: number
  readonly view: FolderView | undefined
}

/** The last page if there are fewer. One statement at a time, so that a permit is a connection. */
export const readListing = (
  context: Context,
  caller: Visitor,
  folderId: string,
  { asked, signal }: { readonly asked: Asked; readonly signal: AbortSignal },
): Promise<Listing> => {
  const { workspaceId } = viewOf(caller)
  const read = async (): Promise<Listing> => {
    const { ids, pictures } = await readNaturalOrder(context, workspaceId, folderId)
    const sums = await archiveSums(context, workspaceId, folderId)
    const pages = Math.max(1, Math.ceil(ids.length / pageItems))
    const page = Math.min(asked.page, pages)
    const shown = ids.slice((page - 1) * pageItems, page * pageItems)
    const view = asked.view ?? (pictures > ids.length / 2 ? 'gallery' : 'list')
    const items = await findChildren(context.database, workspaceId, folderId, shown)
    return { items, found: ids.length, page, pages, view, sums }
  }
  return context.limiters.visits.run(flowKeysOf(caller), read, { signal })
}

/** Undefined for what the listing of its folder does not show. */
export async function readPlace(
  context: Context,
  caller: Visitor,
  { id, parent_id: folderId }: Item,
  signal: AbortSignal,
): Promise<{ readonly siblings: Siblings; readonly page: number } | undefined> {
  if (folderId === null) return undefined
  const { workspaceId } = viewOf(caller)
  const read = () => readNaturalOrder(context, workspaceId, folderId)
  const { ids, folders } = await context.limiters.visits.run(flowKeysOf(caller), read, { signal })
  const at = ids.indexOf(id)
  if (at < folders) return undefined
  const siblings: Siblings = {
    before: at > folders ? ids[at - 1] : undefined,
    after: ids[at + 1],
    place: at - folders + 1,
    files: ids.length - folders,
  }
  return { siblings, page: Math.floor(at / pageItems) + 1 }
}
