import { removeMember } from '../../../identity/member/change-members.ts'
import { changeRights } from '../../audit-operator.ts'
import { defineCommand } from '../../command.ts'
import { id } from '../../value.ts'

export const removeWorkspaceMember = defineCommand({
  words: ['members', 'remove'],
  summary: 'Remove a person from an organization and revoke their keys for it',
  options: {
    workspace: { value: id, required: true, description: 'id of the organization' },
    user: { value: id, required: true, description: 'id of the person' },
  },
  example: 'bureau members remove --workspace 18 --user 17',

  async run(context, { workspace, user }) {
    await changeRights(context, ['member.remove', `user:${user}`, workspace], (tx) =>
      removeMember(tx, { workspaceId: workspace, userId: user }),
    )
    return { ok: true, workspace_id: workspace, user_id: user }
  },
  print: (done) => `User ${done.user_id} was removed from workspace ${done.workspace_id}.`,
})
