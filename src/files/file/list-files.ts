import { z } from 'zod'
import { key } from '../../identity/schemes/api-key.ts'
import { Preserialized } from '../../api/result.ts'
import { listing } from '../folder/model.ts'
import { folderToList } from '../item/destination.ts'
import { listPreserializedChildren } from '../folder/store.ts'
import { pageMeta } from '../paging.ts'
import { files } from '../service.ts'
import { FilePage, ParentId } from '../item/model.ts'
import { findItem } from '../item/store.ts'
import { serializeFiles } from '../item/preserialized-file.ts'
import { exampleFile, examplePage, oneFile } from '../examples.ts'

export const listFiles = files.endpoint('listFiles', {
  method: 'GET',
  path: '/files',
  summary: 'List the direct contents of a folder, folders first',
  description:
    'Without `parent_id` it lists the root, or the scope folder of the key. A listing stops at 5,000 items.',
  who: key('files:read'),
  query: z.object({ parent_id: ParentId.optional(), ...listing }),
  result: FilePage,
  problems: ['folder_not_found', 'not_a_folder', 'invalid_paging', 'invalid_sort'],
  example: { before: [oneFile], answer: { data: [exampleFile], meta: examplePage } },

  async handle({ query }, context) {
    const { principal, database, clock } = context
    const folderId = query.parent_id ?? principal.folderId
    // Read concurrently with the check; a refusal drops the result.
    const [{ items, found }] = await Promise.all([
      listPreserializedChildren(database, principal.workspaceId, folderId, query, clock.now()),
      folderToList(principal, query.parent_id, (id) => findItem(database, principal, id)),
    ])
    return new Preserialized(FilePage, serializeFiles(items, context), pageMeta(found, query))
  },
})
