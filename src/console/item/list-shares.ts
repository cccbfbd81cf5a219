import { z } from 'zod'
import { instant } from '../../api/field.ts'
import { page } from '../../api/result.ts'
import { File, itemId, listActiveShares, pageMeta, pathsTo, toFile, widePaging } from '../../files/public.ts'
import { findMemberNames } from '../../identity/member/name-store.ts'
import { member } from '../../identity/schemes/session.ts'
import { inWorkspace } from '../adopted.ts'
import { console } from '../service.ts'

const SharedItem = File.extend({
  path: z.array(z.object({ id: itemId(), name: z.string() })).describe('the folders above, from the top'),
  shared_by: z
    .object({ id: z.int(), name: z.string() })
    .nullable()
    .describe('who turned the link on; null when they left or are disabled'),
  shared_at: instant().nullable().describe('null for links from before this was kept'),
  opened_at: instant().nullable().describe('when somebody last came through the link'),
}).meta({ id: 'SharedItem' })

export const listShares = console.endpoint('listShares', {
  method: 'GET',
  path: '/workspaces/{workspace}/shares',
  summary: 'List the files and folders whose link works, newest first',
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
    const paths = await pathsTo(
      database,
      principal,
      shares.map(({ id }) => id),
    )
    const userIds = new Set(shares.flatMap(({ shared_by: userId }) => userId ?? []))
    const names = await findMemberNames(database, principal.workspaceId, [...userIds])
    const data = shares.map((share) => ({
      ...toFile(share, context),
      path: (paths.get(share.id) ?? []).slice(0, -1),
      shared_by: personOf(names, share.shared_by),
      shared_at: share.shared_at?.toISOString() ?? null,
      opened_at: share.opened_at?.toISOString() ?? null,
    }))
    return { data, meta: pageMeta(found, query) }
  },
})

function personOf(names: ReadonlyMap<number, string>, id: number | null) {
  const name = id === null ? undefined : names.get(id)
  return id === null || name === undefined ? null : { id, name }
}
