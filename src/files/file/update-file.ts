import { z } from 'zod'
import { key } from '../../identity/schemes/api-key.ts'
import { problem } from '../problems.ts'
import { files } from '../service.ts'
import { changeItem, changeProblems } from '../item/change-item.ts'
import { File, ItemId, ItemName, ParentId } from '../item/model.ts'
import { exampleFile, oneFile } from '../examples.ts'

export const updateFile = files.endpoint('updateFile', {
  method: 'PATCH',
  path: '/files/{id}',
  summary: 'Rename or move a file or folder, or both',
  who: key('files:write'),
  params: z.object({ id: ItemId }),
  body: z.object({
    name: ItemName.optional(),
    parent_id: ParentId.nullish().describe('the folder to move to; null is the root'),
  }),
  result: File,
  problems: ['no_changes', 'file_type_blocked', ...changeProblems],
  example: {
    before: [oneFile],
    params: { id: '$FILE_ID' },
    body: { name: 'report-2026.txt' },
    answer: { ...exampleFile, name: 'report-2026.txt' },
  },

  async handle({ params, body }, context) {
    if (body.name === undefined && body.parent_id === undefined) throw problem.no_changes()
    return changeItem(context, params.id, { name: body.name, parentId: body.parent_id })
  },
})
