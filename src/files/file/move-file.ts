import { z } from 'zod'
import { key } from '../../identity/schemes/api-key.ts'
import { problem } from '../problems.ts'
import { files } from '../service.ts'
import { changeItem } from '../item/change-item.ts'
import { File, ItemId, ParentId } from '../item/model.ts'
import { refusedByDatabase } from './database-refusal.ts'
import { exampleChild, oneFile, oneFolder } from '../examples.ts'

export const moveFile = files.endpoint('moveFile', {
  method: 'POST',
  path: '/files/{id}/move',
  summary: 'Move a file or folder',
  description:
    'Like PATCH with `parent_id`, but a failure of the database is `move_failed` and can be retried. ' +
    'A move stays in its workspace and takes no storage.',
  who: key('files:write'),
  params: z.object({ id: ItemId }),
  body: z.object({ parent_id: ParentId.nullish().describe('Required; null is the root.') }),
  result: File,
  problems: [
    'missing_parent_id',
    'not_a_folder',
    'invalid_move',
    'move_failed',
    'out_of_scope',
    'folder_not_found',
    'quota_exceeded',
  ],
  example: {
    before: [oneFile, oneFolder],
    params: { id: '$FILE_ID' },
    body: { parent_id: '$FOLDER_ID' },
    answer: exampleChild,
  },

  async handle({ params, body }, context) {
    if (body.parent_id === undefined) throw problem.missing_parent_id()
    return changeItem(context, params.id, { parentId: body.parent_id }).catch((error: unknown) => {
      throw refusedByDatabase(error) ? problem.move_failed() : error
    })
  },
})
