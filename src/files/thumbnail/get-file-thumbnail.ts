import { z } from 'zod'
import { key } from '../../access/gates/api-key.ts'
import { download } from '../../api/result.ts'
import { etagOf } from '../blob/etag.ts'
import { ItemId } from '../file/model.ts'
import { problem } from '../problems.ts'
import { files } from '../service.ts'
import { findThumbnail } from './store.ts'

export const getFileThumbnail = files.endpoint('getFileThumbnail', {
  method: 'GET',
  path: '/files/{id}/thumbnail',
  summary: 'Download the thumbnail of an image file',
  description:
    'A WebP of at most 512 by 512 pixels, made in the background after an upload; `has_thumbnail` says whether there ' +
    'is one. Without one: 404.',
  who: key('files:read'),
  params: z.object({ id: ItemId }),
  result: download,
  problems: [],

  async handle({ params }, { principal, database, blobs }) {
    const thumbnail = await findThumbnail(database, principal, params.id)
    if (!thumbnail) throw problem.not_found()
    return {
      sizeBytes: thumbnail.size,
      etag: etagOf(thumbnail.blob_key),
      modifiedAt: thumbnail.made_at,
      mediaType: 'image/webp',
      fileName: `${thumbnail.name}.webp`,
      open: (range) => blobs.lend(thumbnail.blob_key, range),
    }
  },
})
