import { z } from 'zod'
import { key } from '../../identity/schemes/api-key.ts'
import { characters, refusedAs, text, withLength } from '../../api/field.ts'
import { page } from '../../api/result.ts'
import { File, itemId, ParentId, toFile } from '../item/model.ts'
import { fold } from '../item/rules.ts'
import { findItem } from '../item/store.ts'
import { folderToList } from '../item/destination.ts'
import { pageMeta, paging } from '../paging.ts'
import { files } from '../service.ts'
import { pathsTo } from '../item/tree-store.ts'
import { search } from './store.ts'
import { limited } from '../limited.ts'
import { problem } from '../problems.ts'
import { bounded, StatementTooSlow } from '../../platform/database/bounded.ts'
import { exampleFile, examplePage, oneFile } from '../examples.ts'

const queryCharactersMax = 200

/** Bounds how long a search holds a connection. */
const searchMsMax = 8000

/** A hundred paths of a hundred long names would be 10 MB. */
const pathCharactersMax = 1024 * 1024

const Query = refusedAs(
  'invalid_query',
  withLength(
    { min: 1, max: queryCharactersMax },
    text().refine(
      (value) => value !== '' && characters(value) <= queryCharactersMax,
      `must have 1 to ${queryCharactersMax} characters`,
    ),
  ),
)

const Match = File.extend({
  path: z
    .array(z.object({ id: itemId(), name: z.string() }))
    .describe('breadcrumbs from the top, or from the scope folder of the key, to the match itself'),
}).meta({ id: 'SearchMatch' })

export const searchFiles = files.endpoint('searchFiles', {
  method: 'GET',
  path: '/search',
  summary: 'Find files and folders by a part of their name',
  description:
    'Searches the whole workspace, or what is beneath the scope folder of the key. Case does not matter, and there are ' +
    'no wildcards. Matches are sorted by name and limited to 5,000: a search that matches more returns some of them.',
  who: key('files:read'),
  limit: { group: 'search', windowSeconds: 60, perCredentialMax: 60, perUserMax: 120 },
  query: z.object({
    q: Query.describe('part of the name').meta({ examples: ['report'] }),
    type: refusedAs('invalid_type', z.enum(['file', 'folder'])).optional(),
    parent_id: ParentId.optional().describe('only what is beneath this folder, at any depth'),
    ...paging,
  }),
  result: page(Match),
  problems: ['invalid_query', 'invalid_type', 'invalid_paging', 'folder_not_found', 'not_a_folder'],
  example: {
    before: [oneFile],
    query: { q: 'report' },
    answer: {
      data: [{ ...exampleFile, path: [{ id: exampleFile.id, name: exampleFile.name }] }],
      meta: examplePage,
    },
  },

  async handle({ query }, context) {
    const { principal, database } = context
    const folderId = await folderToList(principal, query.parent_id, (id) => findItem(database, principal, id))
    const { type, limit, offset } = query
    const wanted = { part: fold(query.q), type, folderId, limit, offset }
    const look = () =>
      bounded(database, searchMsMax, async (tx) => {
        const { items, found } = await search(tx, principal.workspaceId, wanted)
        const ids = items.map(({ id }) => id)
        return { items, found, paths: await pathsTo(tx, principal, ids) }
      })
    const { items, found, paths } = await limited(context, 'statements', look).catch(refuseSlow)
    const matches = items.map((item) => ({ ...toFile(item, context), path: paths.get(item.id) ?? [] }))
    const shown = shownWithin(matches, pathCharactersMax)
    const meta = pageMeta(found, shown < matches.length ? { limit: shown, offset } : query)
    return { data: matches.slice(0, shown), meta: { ...meta, limit } }
  },
})

function refuseSlow(error: unknown): never {
  if (!(error instanceof StatementTooSlow)) throw error
  throw problem.invalid_query({
    message: 'This search takes too long here. Search for a longer part of the name, or in a smaller folder.',
  })
}

/** At least one. Clients continue a shortened page by offset. */
function shownWithin(
  matches: readonly { readonly path: readonly { readonly name: string }[] }[],
  charactersMax: number,
): number {
  let characters = 0
  const end = matches.findIndex(({ path }, index) => {
    for (const { name } of path) characters += name.length
    return index > 0 && characters > charactersMax
  })
  return end < 0 ? matches.length : end
}
