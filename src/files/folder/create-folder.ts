import { z } from 'zod'
import { key } from '../../identity/schemes/api-key.ts'
import { itemCreated } from '../item/events.ts'
import { File, ItemName, ParentId, toFile } from '../item/model.ts'
import { findItem, insertItem } from '../item/store.ts'
import { problem } from '../problems.ts'
import { files } from '../service.ts'
import { chargeFolder } from '../usage/store.ts'
import { hasDepthFor } from '../item/depth.ts'
import { destination } from '../item/destination.ts'
import { tooDeep } from '../item/tree-destination.ts'
import { emit } from '../../platform/outbox/emit.ts'
import { exampleFolder } from '../examples.ts'

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
  problems: ['invalid_name', 'folder_not_found', 'not_a_folder', 'out_of_scope', 'quota_exceeded'],
  example: { body: { name: 'Reports' }, answer: exampleFolder },

  async handle({ body }, context) {
    const { principal, clock, database, random, settings } = context
    return database.transaction(async (tx) => {
      const parentId = await destination(principal, body.parent_id, (id) => findItem(tx, principal, id))
      const folder = { parentId, name: body.name, createdAt: clock.now() }
      const created = toFile(await insertItem(tx, principal.workspaceId, folder, random), context)
      await emit(tx, itemCreated(principal.workspaceId, created))
      await chargeFolder(tx, principal.workspaceId, settings.workspaceItemsMax)
      // Checked with the usage locked, so that the later of this and a concurrent move above it sees the other.
      if (!(await hasDepthFor(tx, principal.workspaceId, parentId))) throw problem.invalid_name(tooDeep)
      return created
    })
  },
})
