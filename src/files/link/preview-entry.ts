import { send } from '../../api/pages/answer.ts'
import type { Context } from '../../api/context.ts'
import type { Download } from '../../platform/http/download.ts'
import type { Item } from '../item/model.ts'
import { thumbnailDownload } from '../thumbnail/thumbnail-download.ts'
import { embeddedOf, pictureOf } from './preview.ts'
import { problem } from './problems.ts'
import { linkSite } from './site.ts'
import { storedBytes, entryParams, findEntry, recordVisit, viewOf, type Visitor } from './visitor.ts'

/** Sends pictures, videos, sound and PDF under the one media type that their name allows; other files have no preview. */
export const previewEntry = linkSite.page('previewEntry', {
  method: 'GET',
  path: ['/{link}/preview', '/{link}/e/{entry}/preview'],
  who: 'unlocked',
  params: entryParams,
  problems: [],
  async handle({ params }, context) {
    const { caller } = context
    const entry = await findEntry(context, params.entry)
    return send(await previewBytes(context, caller, entry), {
      seen: () => recordVisit(context, caller, { action: 'preview', entryId: entry.id }),
    })
  },
})

async function previewBytes(context: Context, caller: Visitor, entry: Item): Promise<Download> {
  const embedded = embeddedOf(entry)
  if (embedded) {
    const bytes = await storedBytes(context, caller, entry, embedded.mediaType)
    return embedded.kind === 'pdf' ? { ...bytes, shown: 'in-viewer' } : bytes
  }
  const picture = pictureOf(entry)
  if (!picture) throw problem.unknown_path()
  if (picture.kind === 'whole') return storedBytes(context, caller, entry, picture.mediaType)
  const thumbnail = await thumbnailDownload(context, viewOf(caller), entry.id)
  if (!thumbnail) throw problem.unknown_path()
  return thumbnail
}
