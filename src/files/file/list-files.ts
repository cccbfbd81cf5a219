import { z } from 'zod'
import { key } from '../../access/gates/api-key.ts'
import { page } from '../../api/result.ts'
import { listing } from '../folder/model.ts'
import { folderToList } from '../folder/rules.ts'
import { listChildren } from '../folder/store.ts'
import { pageMeta } from '../paging.ts'
import { files } from '../service.ts'
import { File, ParentId, toFile } from './model.ts'
import { findItem } from './store.ts'
import { exampleFile, examplePage, oneFile } from '../examples.ts'

export const listFiles = files.endpoint('listFiles', {
  method: 'GET',
  path: '/files',
  summary: 'List the direct contents of a folder, folders first',
  description:
    'Without `parent_id` it lists the root, or the scope folder of the key. A listing stops at 5,000 items.',
  who: key('files:read'),
  query: z.object({ parent_id: ParentId.optional(), ...listing }),
  result: page(File),
  problems: ['folder_not_found', 'not_a_folder', 'invalid_paging', 'invalid_sort'],
  example: { before: [oneFile], answer: { data: [exampleFile], meta: examplePage } },

  async handle({ query }, context) {
    const { principal, database } = context
    const folderId = await folderToList(principal, query.parent_id, (id) => findItem(database, principal, id))
    const { items, found } = await listChildren(database, principal.workspaceId, folderId, query)
    return { data: items.map((item) => toFile(item, context)), meta: pageMeta(found, query) }
  },
})
