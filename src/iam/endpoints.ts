import type { Endpoint } from '../api/endpoint.ts'
import { createInviteCode } from './invite-code/create-invite-code.ts'
import { deleteInviteCode } from './invite-code/delete-invite-code.ts'
import { listInviteCodes } from './invite-code/list-invite-codes.ts'
import { deleteInvite } from './invite/delete-invite.ts'
import { listInvites } from './invite/list-invites.ts'
import { deleteMember } from './member/delete-member.ts'
import { inviteMember } from './member/invite-member.ts'
import { listMembers } from './member/list-members.ts'
import { updateMember } from './member/update-member.ts'

export const endpoints: readonly Endpoint[] = [
  listMembers,
  inviteMember,
  updateMember,
  deleteMember,
  listInvites,
  deleteInvite,
  listInviteCodes,
  createInviteCode,
  deleteInviteCode,
]
