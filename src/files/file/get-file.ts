import { z } from 'zod'
import { key } from '../../identity/schemes/api-key.ts'
import { files } from '../service.ts'
import { File, ItemId, toFile } from '../item/model.ts'
import { requireItem } from '../item/store.ts'
import { exampleFile, oneFile } from '../examples.ts'

export const getFile = files.endpoint('getFile', {
  method: 'GET',
  path: '/files/{id}',
  summary: 'Get a file or folder',
  who: key('files:read'),
  params: z.object({ id: ItemId }),
  result: File,
  problems: [],
  example: { before: [oneFile], params: { id: '$FILE_ID' }, answer: exampleFile },

  async handle({ params }, context) {
    const item = await requireItem(context.database, context.principal, params.id)
    return toFile(item, context)
  },
})
