import { queries, read } from '../../api/queries.ts'
import { itemsQuery, type Listing } from '../item/items.ts'

/** How long the previous folder stays while the next one is fetched. */
const patienceMs = 150

/** Its name and path. `meta.files`: only changes of this folder, or of the folders above it, concern it. */
export const folderQuery = (workspace: string, folder: string) => ({
  ...read('files.getFolder', { workspace, id: folder }),
  meta: { files: folder },
})

/** Waits for what a folder shows, but not for long, and not while the page is empty anyway. */
export async function prefetchFolder(listing: Listing): Promise<void> {
  const { workspace, folder } = listing
  const arrived = Promise.allSettled([
    queries.ensureInfiniteQueryData(itemsQuery(listing)),
    ...(folder === null ? [] : [queries.ensureQueryData(folderQuery(workspace, folder))]),
  ])
  if (document.querySelector('main') !== null)
    await Promise.race([arrived, new Promise((resolve) => setTimeout(resolve, patienceMs))])
}
