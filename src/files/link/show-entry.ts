import { z } from 'zod'
import { show } from '../../api/pages/answer.ts'
import type { Context } from '../../api/context.ts'
import { BlobMissing, BlobStoreUnavailable } from '../../platform/blobs/store.ts'
import type { Page } from '../../platform/pages/page.ts'
import type { Item } from '../item/model.ts'
import { findContent } from '../item/store.ts'
import { listChildren, pathTo } from '../folder/store.ts'
import { listedItemsMax } from '../limits.ts'
import { findThumbnail } from '../thumbnail/store.ts'
import { filePage, folderPage, type Preview } from './entry-page.ts'
import { pictureOf, pictureSize, textPreview, type Picture, type PictureSize } from './preview.ts'
import { askedOf } from './rules.ts'
import { linkSite } from './site.ts'
import { questionPage } from './unlock-page.ts'
import { entryParams, findEntry, recordVisit, viewOf, type Visitor } from './visitor.ts'

const pageItems = 100
/** Beyond every last page, and within what the database can count. */
const pageMax = 1_000_000

export const showEntry = linkSite.page('showEntry', {
  method: 'GET',
  path: ['/{link}', '/{link}/e/{entry}'],
  who: 'visitor',
  params: entryParams,
  query: z.object({
    // Anything malformed is the first page; too large a number is the last page.
    page: z
      .string()
      .regex(/^[1-9]\d*$/)
      .transform((digits) => Math.min(Number(digits), pageMax))
      .catch(1),
  }),
  problems: [],
  async handle({ params, query }, context) {
    const { caller } = context
    const asked = askedOf(caller.link, caller.proof)
    // Before the entry is looked up: a locked link reveals nothing of its contents.
    if (asked !== 'nothing') return show(questionPage(params.link, { asked }))
    const entry = await findEntry(context, params.entry)
    return show(await entryPage(context, caller, entry, query.page), {
      seen: () => recordVisit(context, caller, { action: 'view', entryId: entry.id }),
    })
  },
})

async function entryPage(context: Context, caller: Visitor, entry: Item, page: number): Promise<Page> {
  const { database } = context
  const { link } = caller
  const view = viewOf(caller)
  const isShared = entry.id === link.id || entry.parent_id === null
  const above = isShared ? [] : await pathTo(database, view, entry.parent_id)
  const frame = { linkId: link.id, above, expiresAt: link.expiresAt }
  if (entry.type === 'file') return filePage(frame, entry, await previewOf(context, caller, entry))
  const listingAt = async (page: number) => ({
    ...(await listChildren(database, view.workspaceId, entry.id, {
      sort: 'name_asc',
      limit: pageItems,
      offset: (page - 1) * pageItems,
    })),
    page,
  })
  const asked = await listingAt(page)
  const last = Math.max(1, Math.ceil(Math.min(asked.found, listedItemsMax) / pageItems))
  const listing = page > last ? await listingAt(last) : asked
  return folderPage(frame, entry, { ...listing, pages: last, itemsMax: listedItemsMax })
}

async function previewOf(context: Context, caller: Visitor, file: Item): Promise<Preview | undefined> {
  const picture = pictureOf(file)
  if (picture) return { kind: 'picture', size: await sizeOf(context, caller, file, picture) }
  const content = await findContent(context.database, viewOf(caller), file.id)
  if (content?.type !== 'file') return undefined
  const text = await ifReadable(context, textPreview(context, content))
  return text === undefined ? undefined : { kind: 'text', text }
}

async function sizeOf(
  context: Context,
  caller: Visitor,
  { id }: Item,
  { kind }: Picture,
): Promise<PictureSize | undefined> {
  const { database } = context
  const view = viewOf(caller)
  const stored =
    kind === 'thumbnail' ? await findThumbnail(database, view, id) : await findContent(database, view, id)
  if (!stored || !('blob_key' in stored)) return undefined
  return ifReadable(context, pictureSize(context, stored))
}

/** The page goes without a preview while the blob store is away, or when the file was just deleted. */
async function ifReadable<Result>({ log }: Context, reading: Promise<Result>): Promise<Result | undefined> {
  try {
    return await reading
  } catch (err) {
    if (!(err instanceof BlobStoreUnavailable || err instanceof BlobMissing)) throw err
    log.warn({ err }, 'a file could not be previewed')
    return undefined
  }
}
