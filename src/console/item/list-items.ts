import { z } from 'zod'
import { refusedAs, text } from '../../api/field.ts'
import { Preserialized } from '../../api/result.ts'
import {
  FilePage,
  findItem,
  folderToList,
  listPreserializedChildren,
  pageMeta,
  ParentId,
  serializeFiles,
  widePaging,
} from '../../files/public.ts'
import { member } from '../../identity/schemes/session.ts'
import { inWorkspace } from '../adopted.ts'
import { console } from '../service.ts'

export const listItems = console.endpoint('listItems', {
  method: 'GET',
  path: '/workspaces/{workspace}/items',
  summary: 'List the direct contents of a folder, folders first',
  description:
    'Without `parent_id` it lists the root. Items with an equal size or time are sorted by name. ' +
    'A listing stops at 5,000 items.',
  who: member,
  plan: 'files',
  params: inWorkspace,
  query: z.object({
    parent_id: ParentId.optional(),
    q: text().optional().describe('part of the name, in any case'),
    sort: refusedAs('invalid_sort', z.enum(['name', 'modified', 'size'])).default('name'),
    order: refusedAs('invalid_sort', z.enum(['asc', 'desc'])).default('asc'),
    ...widePaging,
  }),
  result: FilePage,
  problems: ['folder_not_found', 'not_a_folder', 'invalid_paging', 'invalid_sort'],

  async handle({ query }, context) {
    const { principal, database, clock } = context
    const { parent_id: parentId, q, sort, order, limit, offset } = query
    const listing = { q, sort: `${sort}_${order}`, limit, offset } as const
    // Read concurrently with the check; a refusal drops the result.
    const [{ items, found }] = await Promise.all([
      listPreserializedChildren(database, principal.workspaceId, parentId ?? null, listing, clock.now()),
      folderToList(principal, parentId, (id) => findItem(database, principal, id)),
    ])
    return new Preserialized(FilePage, serializeFiles(items, context), pageMeta(found, query))
  },
})
