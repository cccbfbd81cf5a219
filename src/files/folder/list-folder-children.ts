import { z } from 'zod'
import { key } from '../../access/gates/api-key.ts'
import { page } from '../../api/result.ts'
import { File, ItemId, toFile } from '../file/model.ts'
import { findItem } from '../file/store.ts'
import { pageMeta } from '../paging.ts'
import { problem } from '../problems.ts'
import { files } from '../service.ts'
import { listing } from './model.ts'
import { listChildren } from './store.ts'
import { exampleChild, examplePage, fileInFolder, oneFolder } from '../examples.ts'

export const listFolderChildren = files.endpoint('listFolderChildren', {
  method: 'GET',
  path: '/folders/{id}/children',
  summary: 'List the direct contents of a folder, folders first',
  description: 'The same as listing files with the folder as `parent_id`. A listing stops at 5,000 items.',
  who: key('files:read'),
  params: z.object({ id: ItemId }),
  query: z.object(listing),
  result: page(File),
  problems: ['not_a_folder', 'invalid_paging', 'invalid_sort'],
  example: {
    before: [oneFolder, fileInFolder],
    params: { id: '$FOLDER_ID' },
    answer: { data: [exampleChild], meta: examplePage },
  },

  async handle({ params, query }, context) {
    const { principal, database } = context
    const folder = await findItem(database, principal, params.id)
    if (!folder) throw problem.not_found()
    if (folder.type !== 'folder') throw problem.not_a_folder()
    const { items, found } = await listChildren(database, principal.workspaceId, folder.id, query)
    return { data: items.map((item) => toFile(item, context)), meta: pageMeta(found, query) }
  },
})
