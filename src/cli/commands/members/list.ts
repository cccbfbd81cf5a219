import { listMembers } from '../../../identity/member/store.ts'
import { defineCommand } from '../../command.ts'
import { after, cutPage, pageAfter, printList, shownTime } from '../../listing.ts'
import { requireWorkspace } from '../../require-workspace.ts'
import { id } from '../../value.ts'

export const listWorkspaceMembers = defineCommand({
  words: ['members', 'list'],
  summary: 'List the members of a workspace',
  options: { workspace: { value: id, required: true, description: 'id of the workspace' }, after },
  example: 'bureau members list --workspace 18',

  async run({ database }, { workspace, ...input }) {
    await requireWorkspace(database, workspace)
    const rows = await listMembers(database, workspace, pageAfter(input.after))
    const { shown, nextAfter } = cutPage(rows, (member) => member.user_id)
    return { members: shown, next_after: nextAfter }
  },
  print: ({ members, next_after: nextAfter }) =>
    printList({
      nothing: 'There are no more members.',
      rows: members,
      columns: {
        user: (member) => member.user_id,
        email: (member) => member.email,
        name: (member) => `${member.first_name} ${member.last_name}`,
        role: (member) => member.role,
        state: (member) => (member.disabled ? 'disabled' : 'active'),
        joined: (member) => shownTime(member.joined_at),
      },
      nextAfter,
    }),
})
