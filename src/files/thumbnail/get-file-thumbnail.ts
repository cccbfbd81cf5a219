import { z } from 'zod'
import { key } from '../../identity/schemes/api-key.ts'
import { download } from '../../api/result.ts'
import { ItemId } from '../item/model.ts'
import { problem } from '../problems.ts'
import { files } from '../service.ts'
import { thumbnailDownload } from './thumbnail-download.ts'
import { oneFile } from '../examples.ts'

const picture = {
  name: 'pixel.gif',
  base64: 'R0lGODlhAQABAIAAAP8AAAAAACwAAAAAAQABAAACAkQBADs=',
}

export const getFileThumbnail = files.endpoint('getFileThumbnail', {
  method: 'GET',
  path: '/files/{id}/thumbnail',
  summary: 'Download the thumbnail of an image file',
  description:
    'A WebP of at most 512 by 512 pixels, made in the background after an upload. `has_thumbnail` says whether it ' +
    'exists; until then the answer is 404.',
  who: key('files:read'),
  params: z.object({ id: ItemId }),
  result: download,
  problems: [],
  example: { before: [{ ...oneFile, input: { file: picture } }], params: { id: '$FILE_ID' }, retried: true },

  async handle({ params }, context) {
    const thumbnail = await thumbnailDownload(context, context.principal, params.id)
    if (!thumbnail) throw problem.not_found()
    return thumbnail
  },
})
