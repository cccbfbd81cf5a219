import { z } from 'zod'
import { key } from '../../identity/schemes/api-key.ts'
import { problem } from '../problems.ts'
import { files } from '../service.ts'
import { File, ItemId, toFile } from './model.ts'
import { findItem } from './store.ts'
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
    const item = await findItem(context.database, context.principal, params.id)
    if (!item) throw problem.not_found()
    return toFile(item, context)
  },
})
