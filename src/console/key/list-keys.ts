import { z } from 'zod'
import { list } from '../../api/result.ts'
import { keyStates } from '../../identity/key/rules.ts'
import { listWorkspaceKeys } from '../../identity/key/workspace-store.ts'
import { member } from '../../identity/schemes/session.ts'
import { serviceNames } from '../../identity/services.ts'
import { inWorkspace } from '../adopted.ts'
import { pageMeta, pageOf, Paging } from '../paging.ts'
import { console } from '../service.ts'
import { ConsoleKey, toKey } from './model.ts'
import { factsOf } from './shown-keys.ts'

export const listKeys = console.endpoint('listKeys', {
  method: 'GET',
  path: '/workspaces/{workspace}/keys',
  summary: 'List the API keys of the workspace',
  description: 'Members see the keys that they created. Admins and the owner see all.',
  who: member,
  params: inWorkspace,
  query: z.object({
    service: z.enum(serviceNames).optional(),
    state: z.enum(keyStates).optional(),
    ...Paging,
  }),
  result: list(ConsoleKey, pageMeta),
  problems: [],

  async handle({ query: { limit, ...filter } }, { database, clock, principal }) {
    const { workspaceId, userId, role } = principal
    const now = clock.now()
    const seen = { ...filter, workspaceId, userId: role === 'member' ? userId : undefined }
    const found = await listWorkspaceKeys(database, seen, now, limit + 1)
    const { rows, meta } = pageOf(found, limit)
    const facts = await factsOf(database, workspaceId, rows, now)
    return { data: rows.map((row) => toKey(row, facts, now)), meta }
  },
})
