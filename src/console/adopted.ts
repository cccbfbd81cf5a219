import { z } from 'zod'
import { requirementsOf } from '../api/caller.ts'
import type { Endpoint } from '../api/endpoint.ts'
import { idText } from '../api/field.ts'
import { endpoints as files } from '../files/endpoints.ts'
import { endpoints as iam } from '../iam/endpoints.ts'
import { member } from '../identity/schemes/session.ts'
import { endpoints as sms } from '../sms/endpoints.ts'
import { console } from './service.ts'

/** The workspace was read by the scheme. */
export const inWorkspace = z.object({ workspace: idText().describe('The ID of a workspace.') })

/** Operations that any key with the right scope may call. Others need a key, a secret, or nobody; some are adopted themselves. */
const isForMembers = (endpoint: Endpoint): boolean =>
  !endpoint.original &&
  requirementsOf(endpoint).some(({ kind, scope }) => kind.name === 'api-key' && scope !== undefined)

const codes = {
  files: { token_orphaned: 'workspace_not_found' },
  iam: { token_orphaned: 'workspace_not_found' },
  sms: { bad_request: 'invalid_request' },
} as const

const adopt = (name: keyof typeof codes, endpoints: readonly Endpoint[]): readonly Endpoint[] =>
  endpoints.filter(isForMembers).map((endpoint) =>
    console.adopt(endpoint, {
      id: `${name}.${endpoint.id}`,
      who: member,
      within: {
        path: `/workspaces/{workspace}/${name}`,
        params: inWorkspace,
        problems: [],
        check: () => undefined,
      },
      codes: codes[name],
      // A page of pictures has hundreds.
      ...(endpoint.id === 'getFileThumbnail' && { isRecorded: false }),
    }),
  )

export const adopted: readonly Endpoint[] = [
  ...adopt('files', files),
  ...adopt('iam', iam),
  ...adopt('sms', sms),
]
