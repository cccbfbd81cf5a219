import { changeOwner } from '../../../identity/member/change-owner.ts'
import { changeRights } from '../../audit-operator.ts'
import { defineCommand } from '../../command.ts'
import { id } from '../../value.ts'

export const changeWorkspaceOwner = defineCommand({
  words: ['members', 'owner'],
  summary: 'Set another owner of an organization, for example if theirs is disabled',
  options: {
    workspace: { value: id, required: true, description: 'id of the organization' },
    user: {
      value: id,
      required: true,
      description: 'id of the new owner; the previous one becomes an admin',
    },
  },
  example: 'bureau members owner --workspace 18 --user 17',

  async run(context, { workspace, user }) {
    await changeRights(context, ['member.make_owner', `user:${user}`, workspace], (tx) =>
      changeOwner(tx, { workspaceId: workspace, userId: user }),
    )
    return { ok: true, workspace_id: workspace, user_id: user, role: 'owner' as const }
  },
  print: (done) => `User ${done.user_id} is the owner of workspace ${done.workspace_id}.`,
})
