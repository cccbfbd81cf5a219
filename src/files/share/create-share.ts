import { z } from 'zod'
import { key } from '../../identity/schemes/api-key.ts'
import { files } from '../service.ts'
import { changeShare } from './change-share.ts'
import { Share, SharedId, shareFields, ShareStatus } from './model.ts'
import { oneFile } from '../examples.ts'
import { exampleShare } from './examples.ts'

export const createShare = files.endpoint('createShare', {
  method: 'POST',
  path: '/shares',
  summary: 'Share a file or folder by link, or change how it is shared',
  description: 'No mail is sent. Pass the link on yourself.',
  who: key('share:write'),
  body: z.object({ file_id: SharedId, status: ShareStatus.default('public'), ...shareFields }),
  status: 201,
  result: Share,
  problems: ['invalid_file_id', 'invalid_status', 'not_found', 'share_failed'],
  example: { before: [oneFile], body: { file_id: '$FILE_ID' }, answer: exampleShare },

  handle: ({ body: { file_id, ...request } }, context) => changeShare(context, file_id, request),
})
