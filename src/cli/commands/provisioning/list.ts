import { listApprovals } from '../../../identity/approval/store.ts'
import { defineCommand } from '../../command.ts'
import { after, cutPage, pageAfter, printList, shownTime } from '../../listing.ts'
import { choice } from '../../value.ts'

export const listRequests = defineCommand({
  words: ['provisioning', 'list'],
  summary: 'List who asked for access to the provisioning API, and what was decided',
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
      headings: ['user', 'email', 'state', 'since', 'company', 'accounts a month', 'purpose'],
      rows: approvals.map((one) => [
        String(one.user_id),
        one.email,
        one.state,
        shownTime(one[`${one.state}_at`]),
        one.company ?? '',
        String(one.monthly_accounts ?? ''),
        one.purpose ?? '',
      ]),
      nextAfter,
    }),
})
