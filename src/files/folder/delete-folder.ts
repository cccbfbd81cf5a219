import { z } from 'zod'
import { key } from '../../identity/schemes/api-key.ts'
import { noContent } from '../../api/result.ts'
import { deleteItem } from '../item/delete-item.ts'
import { ItemId } from '../item/model.ts'
import { files } from '../service.ts'
import { oneFolder } from '../examples.ts'

export const deleteFolder = files.endpoint('deleteFolder', {
  method: 'DELETE',
  path: '/folders/{id}',
  summary: 'Delete a folder with its contents permanently',
  who: key('files:delete'),
  params: z.object({ id: ItemId }),
  result: noContent,
  problems: ['not_a_folder', 'out_of_scope'],
  example: { before: [oneFolder], params: { id: '$FOLDER_ID' } },

  async handle({ params }, context) {
    await deleteItem(context, params.id, 'folder')
  },
})
