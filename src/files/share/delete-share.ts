import { z } from 'zod'
import { key } from '../../identity/schemes/api-key.ts'
import { noContent } from '../../api/result.ts'
import { ItemId } from '../item/model.ts'
import { files } from '../service.ts'
import { revokeShare } from './change-share.ts'
import { oneShare } from '../examples.ts'

export const deleteShare = files.endpoint('deleteShare', {
  method: 'DELETE',
  path: '/shares/{file_id}',
  summary: 'Make a file or folder private, and clear password, expiry and addresses',
  who: key('share:write'),
  params: z.object({ file_id: ItemId }),
  result: noContent,
  problems: [],
  example: { before: [oneShare], params: { file_id: '$FILE_ID' } },

  handle: ({ params }, context) => revokeShare(context, params.file_id),
})
