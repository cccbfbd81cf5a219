import { listApprovals } from '../../../identity/approval/store.ts'
import { defineCommand } from '../../command.ts'
import { after, cutPage, pageAfter, printList, shownTime } from '../../listing.ts'
import { choice } from '../../value.ts'

export const listRequests = defineCommand({
  words: ['provisioning', 'list'],
  summary: 'List requests for access to the provisioning API, with decisions',
  options: {
    state: {
      value: choice(['requested', 'approved', 'declined', 'revoked']),
      description: 'only those in this state',
    },
    after,
  },
  example: 'bureau provisioning list --state requested',

  async run({ database }, { state, after: last }) {
    const rows = await listApprovals(database, pageAfter(last), state)
    const { shown, nextAfter } = cutPage(rows, ({ user_id: userId }) => userId)
    return { approvals: shown, next_after: nextAfter }
  },
  print: ({ approvals, next_after: nextAfter }) =>
    printList({
      nothing: 'There are no requests.',
      rows: approvals,
      columns: {
        user: (approval) => approval.user_id,
        email: (approval) => approval.email,
        state: (approval) => approval.state,
        since: (approval) => shownTime(approval[`${approval.state}_at`]),
        company: (approval) => approval.company,
        'accounts a month': (approval) => approval.monthly_accounts,
        purpose: (approval) => approval.purpose,
      },
      nextAfter,
    }),
})
