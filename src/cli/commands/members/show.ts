import { findMember } from '../../../identity/member/store.ts'
import { IdentityRefusal } from '../../../identity/refusal.ts'
import { defineCommand } from '../../command.ts'
import { shownTime } from '../../listing.ts'
import { details } from '../../text.ts'
import { id } from '../../value.ts'

export const showWorkspaceMember = defineCommand({
  words: ['members', 'show'],
  summary: 'Show the membership of a person in a workspace',
  options: {
    workspace: { value: id, required: true, description: 'id of the workspace' },
    user: { value: id, required: true, description: 'id of the person' },
  },
  example: 'bureau members show --workspace 18 --user 17',

  async run({ database }, { workspace, user }) {
    const member = await findMember(database, workspace, user)
    if (!member) throw new IdentityRefusal('member_not_found', { workspaceId: workspace, userId: user })
    return { member }
  },
  print: ({ member }) =>
    details({
      workspace: String(member.workspace_id),
      user: String(member.user_id),
      email: member.email,
      name: `${member.first_name} ${member.last_name}`,
      role: member.role,
      state: member.disabled ? 'disabled' : 'active',
      joined: shownTime(member.joined_at),
    }),
})
