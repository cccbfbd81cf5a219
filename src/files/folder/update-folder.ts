import { z } from 'zod'
import { key } from '../../identity/schemes/api-key.ts'
import { changeItem, changeProblems } from '../item/change-item.ts'
import { File, ItemId, ItemName, ParentId } from '../item/model.ts'
import { problem } from '../problems.ts'
import { files } from '../service.ts'
import { exampleFolder, oneFolder } from '../examples.ts'

export const updateFolder = files.endpoint('updateFolder', {
  method: 'PATCH',
  path: '/folders/{id}',
  summary: 'Rename or move a folder, or both',
  who: key('files:write'),
  params: z.object({ id: ItemId }),
  body: z.object({
    name: ItemName.optional(),
    parent_id: ParentId.nullish().describe('the folder to move to; null is the root'),
  }),
  result: File,
  problems: ['no_changes', ...changeProblems],
  example: {
    before: [oneFolder],
    params: { id: '$FOLDER_ID' },
    body: { name: 'Archive' },
    answer: { ...exampleFolder, name: 'Archive' },
  },

  async handle({ params, body }, context) {
    if (body.name === undefined && body.parent_id === undefined) throw problem.no_changes()
    return changeItem(context, params.id, { name: body.name, parentId: body.parent_id }, 'folder')
  },
})
