import { addMember, changeRole, removeMember } from '../../../identity/member/change-members.ts'
import { changeOwner } from '../../../identity/member/change-owner.ts'
import { changeRights } from '../../audit-operator.ts'
import { defineCommand } from '../../command.ts'
import { choice, id } from '../../value.ts'

const workspace = { value: id, required: true, description: 'id of the organization' } as const
const user = { value: id, required: true, description: 'id of the person' } as const
const role = {
  value: choice(['admin', 'member']),
  required: true,
  description: 'what the person may do there',
} as const

export const addWorkspaceMember = defineCommand({
  words: ['members', 'add'],
  summary: 'Add a person to an organization',
  options: { workspace, user, role },
  example: 'bureau members add --workspace 18 --user 17 --role member',

  async run(context, { workspace: workspaceId, user: userId, role: given }) {
    await changeRights(context, ['member.add', `user:${userId}`, workspaceId], (tx) =>
      addMember(tx, { workspaceId, userId, role: given }),
    )
    return { ok: true, workspace_id: workspaceId, user_id: userId, role: given }
  },
  print: (done) => `User ${done.user_id} is ${done.role} of workspace ${done.workspace_id}.`,
})

export const changeMemberRole = defineCommand({
  words: ['members', 'role'],
  summary: 'Change what a member may do in an organization',
  options: { workspace, user, role },
  example: 'bureau members role --workspace 18 --user 17 --role admin',

  async run(context, { workspace: workspaceId, user: userId, role: given }) {
    await changeRights(context, [`member.make_${given}`, `user:${userId}`, workspaceId], (tx) =>
      changeRole(tx, { workspaceId, userId, role: given }),
    )
    return { ok: true, workspace_id: workspaceId, user_id: userId, role: given }
  },
  print: (done) => `User ${done.user_id} is ${done.role} of workspace ${done.workspace_id}.`,
})

export const changeWorkspaceOwner = defineCommand({
  words: ['members', 'owner'],
  summary: 'Set another owner of an organization, for example if theirs is disabled',
  options: {
    workspace,
    user: { ...user, description: 'id of the new owner; the previous one becomes an admin' },
  },
  example: 'bureau members owner --workspace 18 --user 17',

  async run(context, { workspace: workspaceId, user: userId }) {
    await changeRights(context, ['member.make_owner', `user:${userId}`, workspaceId], (tx) =>
      changeOwner(tx, { workspaceId, userId }),
    )
    return { ok: true, workspace_id: workspaceId, user_id: userId, role: 'owner' as const }
  },
  print: (done) => `User ${done.user_id} is the owner of workspace ${done.workspace_id}.`,
})

export const removeWorkspaceMember = defineCommand({
  words: ['members', 'remove'],
  summary: 'Remove a person from an organization and revoke their keys for it',
  options: { workspace, user },
  example: 'bureau members remove --workspace 18 --user 17',

  async run(context, { workspace: workspaceId, user: userId }) {
    await changeRights(context, ['member.remove', `user:${userId}`, workspaceId], (tx) =>
      removeMember(tx, { workspaceId, userId }),
    )
    return { ok: true, workspace_id: workspaceId, user_id: userId }
  },
  print: (done) => `User ${done.user_id} was removed from workspace ${done.workspace_id}.`,
})
