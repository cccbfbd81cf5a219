import { workspaceFlow } from '../../api/limiters.ts'
import { z } from 'zod'
import { key } from '../../identity/schemes/api-key.ts'
import { download } from '../../api/result.ts'
import { ItemId } from '../item/model.ts'
import { files } from '../service.ts'
import { folderDownload } from './folder-download.ts'
import { fileInFolder, oneFolder } from '../examples.ts'

export const getFolderContent = files.endpoint('getFolderContent', {
  method: 'GET',
  path: '/folders/{id}/content',
  summary: 'Download a folder as a zip archive, or a range of it',
  description:
    'Files are stored uncompressed, so the length is known in advance and a download can be resumed as long as the ' +
    'folder does not change. When names in a folder differ in nothing but case or Unicode composition, all but the oldest get a ' +
    'number.',
  who: key('files:read'),
  params: z.object({ id: ItemId }),
  result: download,
  problems: ['not_a_folder', 'too_many_items', 'too_large'],
  example: { before: [oneFolder, fileInFolder], params: { id: '$FOLDER_ID' } },

  handle({ params }, context) {
    const { principal, call } = context
    const asking = { flowKeys: workspaceFlow(principal.workspaceId), signal: call.signal }
    return folderDownload(context, principal, params.id, asking)
  },
})
