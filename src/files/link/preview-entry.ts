import { send } from '../../api/pages/answer.ts'
import type { Context } from '../../api/context.ts'
import type { Download } from '../../platform/http/download.ts'
import { etagOf } from '../blob/etag.ts'
import type { Item } from '../file/model.ts'
import { findThumbnail } from '../thumbnail/store.ts'
import { pictureOf } from './preview.ts'
import { problem } from './problems.ts'
import { linkSite } from './site.ts'
import { storedBytes } from './stored-bytes.ts'
import { entryParams, findEntry, noteVisit, viewOf, type Visitor } from './visitor.ts'

/** A picture that is safe to show, under the type of its kind. Other files have no preview. */
export const previewEntry = linkSite.page('previewEntry', {
  method: 'GET',
  path: ['/{link}/preview', '/{link}/e/{entry}/preview'],
  who: 'unlocked',
  params: entryParams,
  problems: [],
  async handle({ params }, context) {
    const { caller } = context
    const entry = await findEntry(context, params.entry)
    return send(await pictureBytes(context, caller, entry), {
      seen: () => noteVisit(context, caller, { action: 'preview', entryId: entry.id }),
    })
  },
})

async function pictureBytes(context: Context, caller: Visitor, entry: Item): Promise<Download> {
  const picture = pictureOf(entry)
  if (!picture) throw problem.unknown_path()
  if (picture.kind === 'whole') return storedBytes(context, caller, entry, picture.mediaType)
  const { database, blobs } = context
  const thumbnail = await findThumbnail(database, viewOf(caller), entry.id)
  if (!thumbnail) throw problem.unknown_path()
  return {
    sizeBytes: thumbnail.size,
    etag: etagOf(thumbnail.blob_key),
    modifiedAt: thumbnail.made_at,
    mediaType: 'image/webp',
    fileName: `${thumbnail.name}.webp`,
    open: (range) => blobs.lend(thumbnail.blob_key, range),
  }
}
