import { z } from 'zod'
import { key } from '../../access/gates/api-key.ts'
import { itemCreated } from '../events.ts'
import { File, ItemName, ParentId, toFile } from '../file/model.ts'
import { findItem, insertItem } from '../file/store.ts'
import { files } from '../service.ts'
import { countFolder } from '../storage/store.ts'
import { destination } from './rules.ts'
import { emit } from '../../platform/outbox/emit.ts'

export const createFolder = files.endpoint('createFolder', {
  method: 'POST',
  path: '/folders',
  summary: 'Create a folder',
  who: key('folders:write'),
  body: z.object({
    name: ItemName,
    parent_id: ParentId.nullish().describe(
      'null is the root; omitted: the root or the scope folder of the key',
    ),
  }),
  status: 201,
  result: File,
  problems: ['invalid_name', 'folder_not_found', 'not_a_folder', 'out_of_scope'],

  async handle({ body }, context) {
    const { principal, clock, database, random } = context
    return database.transaction(async (tx) => {
      const parentId = await destination(principal, body.parent_id, (id) => findItem(tx, principal, id))
      const folder = { parentId, name: body.name, createdAt: clock.now() }
      const created = toFile(await insertItem(tx, principal.workspaceId, folder, random), context)
      await emit(tx, itemCreated(principal.workspaceId, created))
      await countFolder(tx, principal.workspaceId)
      return created
    })
  },
})
