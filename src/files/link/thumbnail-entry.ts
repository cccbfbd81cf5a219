import { send } from '../../api/pages/answer.ts'
import { thumbnailDownload } from '../thumbnail/thumbnail-download.ts'
import { problem } from './problems.ts'
import { linkSite } from './site.ts'
import { entryParams, viewOf } from './visitor.ts'

/** Of this browser only: a page of a hundred pictures is not fetched again when its visitor comes back to it. */
const cachedSeconds = 10 * 60

/** The small picture in a gallery. No visit of its own. */
export const thumbnailEntry = linkSite.page('thumbnailEntry', {
  method: 'GET',
  path: '/{link}/e/{entry}/thumbnail',
  who: 'unlocked',
  params: entryParams.required(),
  problems: [],
  async handle({ params }, context) {
    const thumbnail = await thumbnailDownload(context, viewOf(context.caller), params.entry)
    if (!thumbnail) throw problem.unknown_path()
    return send(thumbnail, { cachedSeconds })
  },
})
