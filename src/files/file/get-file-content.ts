import { z } from 'zod'
import { key } from '../../access/gates/api-key.ts'
import { download } from '../../api/result.ts'
import { etagOf } from '../blob/etag.ts'
import { problem } from '../problems.ts'
import { files } from '../service.ts'
import { ItemId } from './model.ts'
import { mediaTypeOf } from './rules.ts'
import { findContent } from './store.ts'

export const getFileContent = files.endpoint('getFileContent', {
  method: 'GET',
  path: '/files/{id}/content',
  summary: 'Download a file, or a range of it',
  who: key('files:read'),
  params: z.object({ id: ItemId }),
  result: download,
  problems: ['not_a_file'],

  async handle({ params }, { principal, database, blobs }) {
    const content = await findContent(database, principal, params.id)
    if (!content) throw problem.not_found()
    if (content.type === 'folder') throw problem.not_a_file()
    return {
      sizeBytes: content.size,
      etag: etagOf(content.blob_key),
      // Of the bytes: renaming or moving a file does not make a cached copy of them old.
      modifiedAt: content.written_at,
      mediaType: mediaTypeOf(content.name),
      fileName: content.name,
      path: blobs.pathOf?.(content.blob_key),
      open: (range) => blobs.lend(content.blob_key, range),
    }
  },
})
