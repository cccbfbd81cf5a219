import { z } from 'zod'
import { refusedAs } from '../../api/field.ts'
import { findItem, findTaken, folderToList, itemId, ParentId } from '../../files/public.ts'
import { member } from '../../identity/schemes/session.ts'
import { inWorkspace } from '../adopted.ts'
import { console } from '../service.ts'

const namesMax = 1000

const TakenName = z
  .object({
    name: z.string().describe('as it was asked'),
    id: itemId(),
    type: z.enum(['file', 'folder']),
  })
  .meta({ id: 'TakenName' })

export const listTakenNames = console.endpoint('listTakenNames', {
  method: 'POST',
  path: '/workspaces/{workspace}/items/names',
  summary: 'List which names are taken in a folder',
  description:
    'Compares names as lists and searches do: case does not matter. Answers at most one file and one folder for each ' +
    'name, although several may have it. Changes nothing.',
  who: member,
  plan: 'files',
  params: inWorkspace,
  body: z.object({
    parent_id: ParentId.nullable().describe('null is the root'),
    names: refusedAs('invalid_names', z.array(z.string()).min(1).max(namesMax)),
  }),
  result: z.array(TakenName),
  problems: ['folder_not_found', 'not_a_folder', 'invalid_names'],

  async handle({ body }, { principal, database }) {
    const folderId = await folderToList(principal, body.parent_id ?? undefined, (id) =>
      findItem(database, principal, id),
    )
    return findTaken(database, principal.workspaceId, folderId, body.names)
  },
})
