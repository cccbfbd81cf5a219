import { IdentityRefusal } from '../../../identity/refusal.ts'
import { findUser } from '../../../identity/user/store.ts'
import { listWorkspacesOf } from '../../../identity/workspace/store.ts'
import { defineCommand } from '../../command.ts'
import { listedMax, shownTime } from '../../listing.ts'
import { details } from '../../text.ts'
import { id } from '../../value.ts'
import { shownPlan } from './shown-plan.ts'
import { shownState } from './shown-state.ts'

export const showUser = defineCommand({
  words: ['users', 'show'],
  summary: 'Show a person and their workspaces',
  positionals: { id: { value: id, description: 'id of the user' } },
  example: 'bureau users show 17',

  async run({ database }, { id: userId }) {
    const user = await findUser(database, userId)
    if (!user) throw new IdentityRefusal('user_not_found', { userId })
    const { workspaces, total } = await listWorkspacesOf(database, userId, { limit: listedMax, offset: 0 })
    return {
      user,
      workspaces: workspaces.map(({ id: own, name, type, role }) => ({ id: own, name, type, role })),
      total,
    }
  },
  print: ({ user, workspaces, total }) =>
    details({
      id: String(user.id),
      email: user.email,
      name: `${user.first_name} ${user.last_name}`,
      created: shownTime(user.created_at),
      state:
        user.delete_at === null && user.disabled_at !== null
          ? `disabled since ${shownTime(user.disabled_at)}`
          : shownState(user),
      operator: user.operator_since === null ? 'no' : `since ${shownTime(user.operator_since)}`,
      plan: shownPlan(user),
      'e-mail verified': user.email_verified_at === null ? 'no' : shownTime(user.email_verified_at),
      'created by': user.created_by === null ? 'the operator' : `the keys of user ${user.created_by}`,
      'paid for by': user.sponsor_id === null ? 'themselves' : `user ${user.sponsor_id}`,
      password: user.has_password ? 'set' : 'none: cannot sign in yet',
      provisioning: user.approved ? 'approved' : 'not approved',
      workspaces: [
        ...workspaces.map((workspace) => `${workspace.id} ${workspace.name} (${workspace.role})`),
        ...(total > workspaces.length ? [`and ${total - workspaces.length} more`] : []),
      ].join(', '),
    }),
})
