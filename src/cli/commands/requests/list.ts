import { listRequests, requestStatuses, type RequestRow } from '../../../identity/request/list-store.ts'
import { defineCommand } from '../../command.ts'
import { newest, printList, shownTime } from '../../listing.ts'
import { requireWorkspace } from '../../require-workspace.ts'
import { choice, id, line } from '../../value.ts'

const listedByDefault = 100

const whoOf = ({ key_id: keyId, user_id: userId }: RequestRow): string =>
  keyId === null ? `user ${userId}` : `key ${keyId} of user ${userId}`

export const listApiRequests = defineCommand({
  words: ['requests', 'list'],
  summary: 'Show the requests of a workspace, newest first',
  options: {
    workspace: { value: id, description: 'requests of this workspace', required: true },
    user: { value: id, description: 'only requests of this person or their keys' },
    key: { value: id, description: 'only requests with this key' },
    request: { value: line(100, 'REQUEST'), description: 'only the request with this request id' },
    status: { value: choice(requestStatuses), description: 'only requests with such a status' },
    code: { value: line(100, 'CODE'), description: 'only requests that were refused with this code' },
    ...newest,
  },
  example: 'bureau requests list --workspace 4 --status 4xx',

  async run({ database }, { workspace, user, key, request, status, code, before, limit = listedByDefault }) {
    const { id: workspaceId } = await requireWorkspace(database, workspace)
    const filter = { workspaceId, userId: user, keyId: key, requestId: request, status, code, before }
    const { requests, nextBefore } = await listRequests(database, filter, limit)
    return { requests, next_before: nextBefore }
  },
  print: ({ requests, next_before: nextBefore }) =>
    printList({
      nothing:
        nextBefore === null
          ? 'There are no such requests.'
          : `There are no such requests so far. To look further back, add: --before ${nextBefore}`,
      rows: requests,
      columns: {
        id: (request) => request.id,
        time: (request) => shownTime(request.at),
        who: whoOf,
        service: (request) => request.service,
        operation: (request) => request.operation ?? 'unknown',
        method: (request) => request.method,
        path: (request) => request.path,
        status: (request) => request.status,
        code: (request) => request.code,
        ms: (request) => request.ms,
        request: (request) => request.request_id,
        address: (request) => request.address,
      },
      nextBefore,
    }),
})
