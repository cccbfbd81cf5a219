import { BlobStoreUnavailable } from '../../platform/blobs/store.ts'
import type { Context } from '../../api/context.ts'
import type { Page } from '../../platform/pages/page.ts'
import type { Item } from '../file/model.ts'
import { findContent } from '../file/store.ts'
import { listChildren, pathTo } from '../folder/store.ts'
import { listedItemsMax } from '../limits.ts'
import type { Caller } from './unlock.ts'
import { filePage, folderPage, type Preview } from './entry-page.ts'
import { pictureOf, textPreview } from './preview.ts'
import { viewOf } from './visit.ts'

const pageItems = 100

/** The number of a page as the address has it; anything odd is the first. */
const pageOf = (text: unknown): number =>
  typeof text === 'string' && /^[1-9]\d{0,3}$/.test(text) ? Number(text) : 1

/** The page of a file or folder of the link, for a visitor who may see it. */
export async function entryView(
  context: Context,
  caller: Caller,
  entry: Item,
  pageText: unknown,
): Promise<Page> {
  const { database } = context
  const view = viewOf(caller)
  const { link } = caller
  const path =
    entry.id === link.id || entry.parent_id === null ? [] : await pathTo(database, view, entry.parent_id)
  const frame = { linkId: link.id, above: path, expiresAt: link.expiresAt }
  if (entry.type === 'file') return filePage(frame, entry, await previewOf(context, caller, entry))
  const page = pageOf(pageText)
  const { items, found } = await listChildren(database, view.workspaceId, entry.id, {
    sort: 'name_asc',
    limit: pageItems,
    offset: (page - 1) * pageItems,
  })
  return folderPage(frame, entry, { items, found, page, pageItems, itemsMax: listedItemsMax })
}

/** A page without a preview is better than none while the store does not answer. */
async function previewOf(context: Context, caller: Caller, file: Item): Promise<Preview | undefined> {
  if (pictureOf(file)) return { kind: 'picture' }
  const content = await findContent(context.database, viewOf(caller), file.id)
  if (content?.type !== 'file') return undefined
  try {
    const text = await textPreview(context, content)
    return text === undefined ? undefined : { kind: 'text', text }
  } catch (err) {
    if (!(err instanceof BlobStoreUnavailable)) throw err
    context.log.warn({ err }, 'a text could not be previewed')
    return undefined
  }
}
