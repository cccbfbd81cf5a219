import { addMember } from '../../../identity/member/change-members.ts'
import { changeRights } from '../../audit-operator.ts'
import { defineCommand } from '../../command.ts'
import { choice, id } from '../../value.ts'

export const addWorkspaceMember = defineCommand({
  words: ['members', 'add'],
  summary: 'Add a person to an organization',
  options: {
    workspace: { value: id, required: true, description: 'id of the organization' },
    user: { value: id, required: true, description: 'id of the person' },
    role: { value: choice(['admin', 'member']), required: true, description: 'what the person may do there' },
  },
  example: 'bureau members add --workspace 18 --user 17 --role member',

  async run(context, { workspace, user, role }) {
    await changeRights(context, ['member.add', `user:${user}`, workspace], (tx) =>
      addMember(tx, { workspaceId: workspace, userId: user, role }),
    )
    return { ok: true, workspace_id: workspace, user_id: user, role }
  },
  print: (done) => `User ${done.user_id} is ${done.role} of workspace ${done.workspace_id}.`,
})
