import { z } from 'zod'
import { key } from '../../identity/schemes/api-key.ts'
import { Preserialized } from '../../api/result.ts'
import { FilePage, ItemId } from '../item/model.ts'
import { findItem } from '../item/store.ts'
import { serializeFiles } from '../item/preserialized-file.ts'
import { pageMeta } from '../paging.ts'
import { problem } from '../problems.ts'
import { files } from '../service.ts'
import { listing } from './model.ts'
import { listPreserializedChildren } from './store.ts'
import { exampleChild, examplePage, fileInFolder, oneFolder } from '../examples.ts'

export const listFolderChildren = files.endpoint('listFolderChildren', {
  method: 'GET',
  path: '/folders/{id}/children',
  summary: 'List the direct contents of a folder, folders first',
  description: 'The same as listing files with the folder as `parent_id`. A listing stops at 5,000 items.',
  who: key('files:read'),
  params: z.object({ id: ItemId }),
  query: z.object(listing),
  result: FilePage,
  problems: ['not_a_folder', 'invalid_paging', 'invalid_sort'],
  example: {
    before: [oneFolder, fileInFolder],
    params: { id: '$FOLDER_ID' },
    answer: { data: [exampleChild], meta: examplePage },
  },

  async handle({ params, query }, context) {
    const { principal, database, clock } = context
    // Read concurrently with the check; a refusal drops the result.
    const [folder, { items, found }] = await Promise.all([
      findItem(database, principal, params.id),
      listPreserializedChildren(database, principal.workspaceId, params.id, query, clock.now()),
    ])
    if (!folder) throw problem.not_found()
    if (folder.type !== 'folder') throw problem.not_a_folder()
    return new Preserialized(FilePage, serializeFiles(items, context), pageMeta(found, query))
  },
})
