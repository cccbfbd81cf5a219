import { declineProvisioning } from '../../../identity/approval/change-approval.ts'
import { inForce } from '../../../identity/in-force.ts'
import { auditOperator } from '../../audit-operator.ts'
import { defineCommand } from '../../command.ts'
import { id } from '../../value.ts'

export const declineRequest = defineCommand({
  words: ['provisioning', 'decline'],
  summary: 'Decline a request for access to the provisioning API',
  options: { user: { value: id, required: true, description: 'id of the person' } },
  example: 'bureau provisioning decline --user 17',

  async run(context, { user }) {
    await inForce(context, async (tx) => {
      await declineProvisioning(tx, user)
      await auditOperator(tx, 'approval.decline', `user:${user}`)
    })
    return { ok: true, user_id: user, approved: false }
  },
  print: (done) => `The request of user ${done.user_id} is declined.`,
})
