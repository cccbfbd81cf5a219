import { z } from 'zod'
import { key } from '../../identity/schemes/api-key.ts'
import { ItemId } from '../item/model.ts'
import { requireItem } from '../item/store.ts'
import { files } from '../service.ts'
import { Share, toShare } from './model.ts'
import { oneShare } from '../examples.ts'
import { exampleShare } from './examples.ts'

export const getShare = files.endpoint('getShare', {
  method: 'GET',
  path: '/shares/{file_id}',
  summary: 'Get the share settings of a file or folder',
  who: key('share:read'),
  params: z.object({ file_id: ItemId }),
  result: Share,
  problems: [],
  example: { before: [oneShare], params: { file_id: '$FILE_ID' }, answer: exampleShare },

  async handle({ params }, context) {
    const item = await requireItem(context.database, context.principal, params.file_id)
    return toShare(item, context)
  },
})
