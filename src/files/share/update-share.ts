import { z } from 'zod'
import { key } from '../../identity/schemes/api-key.ts'
import { ItemId } from '../item/model.ts'
import { files } from '../service.ts'
import { changeShare } from './change-share.ts'
import { Share, shareFields, ShareStatus } from './model.ts'
import { oneShare } from '../examples.ts'
import { exampleShare } from './examples.ts'

export const updateShare = files.endpoint('updateShare', {
  method: 'PATCH',
  path: '/shares/{file_id}',
  summary: 'Change how a file or folder is shared',
  description: '`private` clears password, expiry and addresses.',
  who: key('share:write'),
  params: z.object({ file_id: ItemId }),
  body: z.object({ status: ShareStatus, ...shareFields }),
  result: Share,
  problems: ['invalid_status', 'share_failed'],
  example: {
    before: [oneShare],
    params: { file_id: '$FILE_ID' },
    body: { status: 'limited', emails: 'ada@example.com' },
    answer: { ...exampleShare, status: 'limited', shared_with: 'ada@example.com' },
  },

  handle: ({ params, body }, context) => changeShare(context, params.file_id, body),
})
