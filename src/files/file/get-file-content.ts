import { z } from 'zod'
import { key } from '../../identity/schemes/api-key.ts'
import { download } from '../../api/result.ts'
import { blobDownload } from '../blob/blob-download.ts'
import { problem } from '../problems.ts'
import { files } from '../service.ts'
import { readContent } from '../item/content.ts'
import { ItemId } from '../item/model.ts'
import { mediaTypeOf, shownName } from '../item/rules.ts'
import { oneFile } from '../examples.ts'

export const getFileContent = files.endpoint('getFileContent', {
  method: 'GET',
  path: '/files/{id}/content',
  summary: 'Download a file, or a range of it',
  who: key('files:read'),
  params: z.object({ id: ItemId }),
  result: download,
  problems: ['not_a_file'],
  example: { before: [oneFile], params: { id: '$FILE_ID' } },

  async handle({ params }, context) {
    const content = await readContent(context, context.principal, params.id)
    if (!content) throw problem.not_found()
    if (content.type === 'folder') throw problem.not_a_file()
    const { name } = content
    return blobDownload(context, content, { fileName: shownName(name), mediaType: mediaTypeOf(name) })
  },
})
