import { requestProvisioning } from '../../../identity/approval/change-approval.ts'
import { changeRights } from '../../audit-operator.ts'
import { defineCommand } from '../../command.ts'
import { id, int4Max, line, wholeNumber } from '../../value.ts'

export const requestApproval = defineCommand({
  words: ['provisioning', 'request'],
  summary: 'Record a request for access to the provisioning API',
  options: {
    user: { value: id, required: true, description: 'id of the person' },
    company: { value: line(200, 'NAME'), required: true, description: 'company that they work for' },
    purpose: { value: line(2000, 'TEXT'), required: true, description: 'what they need it for' },
    monthlyAccounts: {
      value: wholeNumber(0, int4Max),
      required: true,
      description: 'accounts a month that they expect',
    },
  },
  example:
    "bureau provisioning request --user 17 --company 'Lee & Sons' --purpose 'Accounts for our shops' --monthly-accounts 50",

  async run(context, { user, ...request }) {
    await changeRights(context, ['approval.request', `user:${user}`], (tx) =>
      requestProvisioning(tx, { userId: user, ...request }),
    )
    return { ok: true, user_id: user, state: 'requested' }
  },
  print: (done) =>
    `User ${done.user_id} asks for access. Decide with "bureau provisioning approve" or "decline".`,
})
