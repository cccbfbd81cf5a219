import { z } from 'zod'
import { key } from '../../identity/schemes/api-key.ts'
import type { MemberContext } from '../../identity/principal.ts'
import type { Endpoint } from '../../api/endpoint.ts'
import { idText, refusedAs } from '../../api/field.ts'
import {
  createInviteCode,
  deleteInvite,
  deleteInviteCode,
  deleteMember,
  inviteMember,
  listInviteCodes,
  listInvites,
  listMembers,
  updateMember,
} from '../../iam/public.ts'
import { currentWorkspace } from '../examples.ts'
import { problem } from '../problems.ts'
import { files } from '../service.ts'

type Caller = MemberContext['principal']

/** Mounts an IAM operation below the key's workspace: docs/api/iam.md#with-a-files-key. */
function adopt(endpoint: Endpoint<Caller>, who: ReturnType<typeof key<'iam:read' | 'iam:write'>>) {
  const { example } = endpoint.definition
  return files.adopt(endpoint, {
    who,
    within: {
      path: '/workspaces/{id}',
      // Does not reveal whether another workspace exists.
      params: z.object({ id: refusedAs('cross_workspace', idText()) }),
      problems: ['cross_workspace'],
      check: ({ id }, { workspaceId }) => {
        if (id !== workspaceId) throw problem.cross_workspace()
      },
    },
    // The steps name operations that are mounted too.
    example: {
      ...example,
      before: [currentWorkspace, ...(example?.before ?? [])],
      params: { id: '$WORKSPACE_ID', ...example?.params },
    },
  })
}

const read = key('iam:read')
const write = key('iam:write')

export const people = [
  adopt(listMembers, read),
  adopt(inviteMember, write),
  adopt(updateMember, write),
  adopt(deleteMember, write),
  adopt(listInvites, read),
  adopt(deleteInvite, write),
  adopt(listInviteCodes, read),
  adopt(createInviteCode, write),
  adopt(deleteInviteCode, write),
]
