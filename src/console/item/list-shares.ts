import { z } from 'zod'
import { instant } from '../../api/field.ts'
import { page } from '../../api/result.ts'
import { File, itemId, listActiveShares, pageMeta, pathsTo, toFile, widePaging } from '../../files/public.ts'
import { member } from '../../identity/schemes/session.ts'
import { inWorkspace } from '../adopted.ts'
import { console } from '../service.ts'

const SharedItem = File.extend({
  path: z.array(z.object({ id: itemId(), name: z.string() })).describe('the folders above, from the top'),
  opened_at: instant().nullable().describe('when somebody last came through the link'),
}).meta({ id: 'SharedItem' })

export const listShares = console.endpoint('listShares', {
  method: 'GET',
  path: '/workspaces/{workspace}/shares',
  summary: 'List the files and folders whose link works, by name',
  description: 'A listing stops at 5,000 items.',
  who: member,
  plan: 'files',
  params: inWorkspace,
  query: z.object(widePaging),
  result: page(SharedItem),
  problems: ['invalid_paging'],

  async handle({ query }, context) {
    const { principal, database, clock } = context
    const { shares, found } = await listActiveShares(database, principal.workspaceId, clock.now(), query)
    const ids = shares.map(({ id }) => id)
    const paths = await pathsTo(database, principal, ids)
    const data = shares.map((share) => ({
      ...toFile(share, context),
      path: (paths.get(share.id) ?? []).slice(0, -1),
      opened_at: share.opened_at?.toISOString() ?? null,
    }))
    return { data, meta: pageMeta(found, query) }
  },
})
