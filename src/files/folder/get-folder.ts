import { z } from 'zod'
import { key } from '../../identity/schemes/api-key.ts'
import { ItemId, toFile } from '../item/model.ts'
import { requireItem } from '../item/store.ts'
import { problem } from '../problems.ts'
import { files } from '../service.ts'
import { Folder } from './model.ts'
import { countChildren, pathTo, sumSubtree } from './store.ts'
import { exampleFile, exampleFolder, fileInFolder, oneFolder } from '../examples.ts'

export const getFolder = files.endpoint('getFolder', {
  method: 'GET',
  path: '/folders/{id}',
  summary: 'Get a folder with its size, number of items and path',
  who: key('files:read'),
  params: z.object({ id: ItemId }),
  result: Folder,
  problems: ['not_a_folder'],
  example: {
    before: [oneFolder, fileInFolder],
    params: { id: '$FOLDER_ID' },
    answer: {
      ...exampleFolder,
      total_size: exampleFile.size,
      item_count: 1,
      path: [{ id: exampleFolder.id, name: exampleFolder.name }],
    },
  },

  async handle({ params }, context) {
    const { principal, database } = context
    const folder = await requireItem(database, principal, params.id)
    if (folder.type !== 'folder') throw problem.not_a_folder()
    const [sums, itemCount, path] = await Promise.all([
      sumSubtree(database, principal.workspaceId, folder.id),
      countChildren(database, principal.workspaceId, folder.id),
      pathTo(database, principal, folder.id),
    ])
    return { ...toFile(folder, context), total_size: sums.bytes, item_count: itemCount, path }
  },
})
