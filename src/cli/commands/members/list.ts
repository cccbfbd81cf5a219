import { listMembers } from '../../../identity/member/store.ts'
import { IdentityRefusal } from '../../../identity/refusal.ts'
import { findAnyWorkspace } from '../../../identity/workspace/store.ts'
import { defineCommand } from '../../command.ts'
import { after, cutPage, pageAfter, printList, shownTime } from '../../listing.ts'
import { id } from '../../value.ts'

export const listWorkspaceMembers = defineCommand({
  words: ['members', 'list'],
  summary: 'List the members of a workspace',
  options: { workspace: { value: id, required: true, description: 'id of the workspace' }, after },
  example: 'bureau members list --workspace 18',

  async run({ database }, { workspace, ...input }) {
    if (!(await findAnyWorkspace(database, workspace)))
      throw new IdentityRefusal('workspace_not_found', { workspaceId: workspace })
    const rows = await listMembers(database, workspace, pageAfter(input.after))
    const { shown, nextAfter } = cutPage(rows, (member) => member.user_id)
    return { members: shown, next_after: nextAfter }
  },
  print: ({ members, next_after: nextAfter }) =>
    printList({
      nothing: 'There are no more members.',
      headings: ['user', 'email', 'name', 'role', 'state', 'joined'],
      rows: members.map((member) => [
        String(member.user_id),
        member.email,
        `${member.first_name} ${member.last_name}`,
        member.role,
        member.disabled ? 'disabled' : 'active',
        shownTime(member.joined_at),
      ]),
      nextAfter,
    }),
})
