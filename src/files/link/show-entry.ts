import { z } from 'zod'
import { show } from '../../api/pages/answer.ts'
import type { Context } from '../../api/context.ts'
import { BlobMissing, BlobStoreUnavailable } from '../../platform/blobs/store.ts'
import type { Page } from '../../platform/pages/page.ts'
import type { Item } from '../item/model.ts'
import { findContent } from '../item/store.ts'
import { pathTo } from '../folder/store.ts'
import { sharerOf } from '../share/note.ts'
import { findThumbnail } from '../thumbnail/store.ts'
import { filePage, type Preview } from './file-page.ts'
import { folderPage } from './folder-page.ts'
import type { FolderView, Frame } from './frame.ts'
import { readListing, readPlace } from './listing.ts'
import { embeddedOf, pictureOf, pictureSize, textPreview, type Picture, type PictureSize } from './preview.ts'
import { askedOf } from './rules.ts'
import { linkSite } from './site.ts'
import { questionPage } from './unlock-page.ts'
import { entryParams, findEntry, recordVisit, viewOf, type Visitor } from './visitor.ts'

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
    view: z.enum(['list', 'gallery']).optional().catch(undefined),
  }),
  problems: [],
  async handle({ params, query }, context) {
    const { caller, visit } = context
    const asked = askedOf(caller.link, caller.proof)
    // Before the entry is looked up: a locked link reveals nothing of its contents.
    if (asked !== 'nothing') return show(questionPage(params.link, { asked, changed: caller.wasUnlocked }))
    const entry = await findEntry(context, params.entry)
    return show(await entryPage(context, caller, entry, { asked: query, signal: visit.signal }), {
      seen: () => recordVisit(context, caller, { action: 'view', entryId: entry.id }),
    })
  },
})

interface Asking {
  readonly asked: { readonly page: number; readonly view?: FolderView | undefined }
  readonly signal: AbortSignal
}

async function entryPage(
  context: Context,
  caller: Visitor,
  entry: Item,
  { asked, signal }: Asking,
): Promise<Page> {
  const common = await frameOf(context, caller, entry, asked.view)
  if (entry.type === 'folder') {
    const { page, view } = asked
    return folderPage(
      common,
      entry,
      await readListing(context, caller, entry.id, { asked: { page, view }, signal }),
    )
  }
  const [preview, place] = await Promise.all([
    previewOf(context, caller, entry),
    readPlace(context, caller, entry, signal),
  ])
  const frame = { ...common, ...(place && { pageAbove: place.page }) }
  return filePage(frame, entry, { preview, siblings: place?.siblings })
}

async function frameOf(
  { database }: Context,
  caller: Visitor,
  entry: Item,
  chosenView: FolderView | undefined,
): Promise<Frame> {
  const { link } = caller
  const { id: linkId, workspaceId, expiresAt } = link
  if (entry.id !== linkId && entry.parent_id !== null)
    return { linkId, above: await pathTo(database, viewOf(caller), entry.parent_id), expiresAt, chosenView }
  const sharer = await sharerOf(database, workspaceId, link.sharedBy)
  const note = { sharer: sharer?.name, message: link.message }
  return { linkId, above: [], expiresAt, chosenView, note }
}

async function previewOf(context: Context, caller: Visitor, file: Item): Promise<Preview | undefined> {
  const picture = pictureOf(file)
  if (picture) return { kind: 'picture', size: await sizeOf(context, caller, file, picture) }
  const embedded = embeddedOf(file)
  if (embedded) return { kind: embedded.kind }
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
