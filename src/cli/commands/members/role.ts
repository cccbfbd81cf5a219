import { changeRole } from '../../../identity/member/change-members.ts'
import { changeRights } from '../../audit-operator.ts'
import { defineCommand } from '../../command.ts'
import { choice, id } from '../../value.ts'

export const changeMemberRole = defineCommand({
  words: ['members', 'role'],
  summary: 'Change what a member may do in an organization',
  options: {
    workspace: { value: id, required: true, description: 'id of the organization' },
    user: { value: id, required: true, description: 'id of the person' },
    role: { value: choice(['admin', 'member']), required: true, description: 'what the person may do there' },
  },
  example: 'bureau members role --workspace 18 --user 17 --role admin',

  async run(context, { workspace, user, role }) {
    await changeRights(context, [`member.make_${role}`, `user:${user}`, workspace], (tx) =>
      changeRole(tx, { workspaceId: workspace, userId: user, role }),
    )
    return { ok: true, workspace_id: workspace, user_id: user, role }
  },
  print: (done) => `User ${done.user_id} is ${done.role} of workspace ${done.workspace_id}.`,
})
