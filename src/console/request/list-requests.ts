import { z } from 'zod'
import { idText, text } from '../../api/field.ts'
import { list } from '../../api/result.ts'
import { listRequests as readRequests, requestStatuses } from '../../identity/request/list-store.ts'
import { findRequesters } from '../../identity/request/requester-store.ts'
import { member } from '../../identity/schemes/session.ts'
import { inWorkspace } from '../adopted.ts'
import { pageMeta, Paging } from '../paging.ts'
import { console } from '../service.ts'
import { ConsoleRequest } from './model.ts'

const word = () => text().max(100, 'must have at most 100 characters').optional()

export const listRequests = console.endpoint('listRequests', {
  method: 'GET',
  path: '/workspaces/{workspace}/requests',
  summary: 'List the requests of the workspace',
  description:
    'Those made with keys and in the app, newest first. Members see their own, admins and the owner all. ' +
    'A page of a filtered list may be short or empty and still have a next one. Reading this list is not recorded.',
  who: member,
  isRecorded: false,
  params: inWorkspace,
  query: z.object({
    key_id: idText().optional().describe('Only requests with this key.'),
    status: z.enum(requestStatuses).optional().describe('`ok` is everything below 400.'),
    code: word().describe('Only requests that were refused with this code.'),
    request_id: word(),
    ...Paging,
  }),
  result: list(ConsoleRequest, pageMeta),
  problems: [],

  async handle({ query }, { database, principal }) {
    const { workspaceId, userId, role } = principal
    const { key_id: keyId, status, code, request_id: requestId, before, limit } = query
    const seen = { workspaceId, userId: role === 'member' ? userId : undefined }
    const filter = { ...seen, keyId, status, code, requestId, before }
    const { requests, nextBefore } = await readRequests(database, filter, limit)
    const { people, keys } = await findRequesters(database, requests)
    const data = requests.map((request) => ({
      ...request,
      at: request.at.toISOString(),
      key_name: request.key_id === null ? null : (keys.get(request.key_id) ?? null),
      user_name: people.get(request.user_id) ?? '',
    }))
    return { data, meta: { next_before: nextBefore } }
  },
})
