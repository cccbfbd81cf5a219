import { z } from 'zod'
import { key } from '../../identity/schemes/api-key.ts'
import { noContent } from '../../api/result.ts'
import { files } from '../service.ts'
import { deleteItem } from '../item/delete-item.ts'
import { ItemId } from '../item/model.ts'
import { oneFile } from '../examples.ts'

export const deleteFile = files.endpoint('deleteFile', {
  method: 'DELETE',
  path: '/files/{id}',
  summary: 'Delete a file, or a folder with its contents, permanently',
  who: key('files:delete'),
  params: z.object({ id: ItemId }),
  result: noContent,
  problems: ['out_of_scope'],
  example: { before: [oneFile], params: { id: '$FILE_ID' } },

  async handle({ params }, context) {
    await deleteItem(context, params.id)
  },
})
