import { z } from 'zod'
import { instant } from '../../api/field.ts'
import { list } from '../../api/result.ts'
import { ItemId, itemId, listAccesses, requireItem } from '../../files/public.ts'
import { member } from '../../identity/schemes/session.ts'
import { inWorkspace } from '../adopted.ts'
import { pageMeta, pageOf, Paging } from '../paging.ts'
import { console } from '../service.ts'

const ItemAccess = z
  .object({
    id: z.int(),
    at: instant(),
    action: z
      .enum(['view', 'preview', 'download', 'password', 'code'])
      .describe('`password` and `code`: the visitor unlocked the link'),
    email: z
      .string()
      .nullable()
      .describe('the address that the visitor proved to have, if the link asks for one'),
    address: z.string().describe('IP address'),
    entry_id: itemId().describe('what was opened: the shared item, or something in it'),
    entry_name: z.string().nullable().describe('null when it was deleted'),
  })
  .meta({ id: 'ItemAccess' })

export const listItemAccesses = console.endpoint('listItemAccesses', {
  method: 'GET',
  path: '/workspaces/{workspace}/items/{id}/accesses',
  summary: 'List who opened the link of a file or folder, newest first',
  who: member,
  plan: 'files',
  params: z.object({ ...inWorkspace.shape, id: ItemId }),
  query: z.object(Paging),
  result: list(ItemAccess, pageMeta),
  problems: [],

  async handle({ params: { id }, query: { limit, before } }, { principal, database }) {
    await requireItem(database, principal, id)
    const found = await listAccesses(database, principal.workspaceId, id, { before, limit: limit + 1 })
    const { rows, meta } = pageOf(found, limit)
    return { data: rows.map((row) => ({ ...row, at: row.at.toISOString() })), meta }
  },
})
