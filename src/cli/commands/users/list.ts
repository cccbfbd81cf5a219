import { listUsers as list } from '../../../identity/user/store.ts'
import { defineCommand } from '../../command.ts'
import { after, cutPage, pageAfter, printList, shownTime } from '../../listing.ts'
import { shownPlan } from './shown-plan.ts'
import { shownState } from './shown-state.ts'

export const listUsers = defineCommand({
  words: ['users', 'list'],
  summary: 'List people',
  options: { after },
  example: 'bureau users list',

  async run({ database }, input) {
    const { shown, nextAfter } = cutPage(await list(database, pageAfter(input.after)), (user) => user.id)
    return { users: shown, next_after: nextAfter }
  },
  print: ({ users, next_after: nextAfter }) =>
    printList({
      nothing: 'There are no users.',
      rows: users,
      columns: {
        id: (user) => user.id,
        email: (user) => user.email,
        name: (user) => `${user.first_name} ${user.last_name}`,
        plan: shownPlan,
        state: shownState,
        operator: (user) => (user.operator_since === null ? null : 'yes'),
        created: (user) => shownTime(user.created_at),
      },
      nextAfter,
    }),
})
