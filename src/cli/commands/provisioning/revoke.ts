import { revokeProvisioning } from '../../../identity/approval/change-approval.ts'
import { inForce } from '../../../identity/in-force.ts'
import { auditOperator } from '../../audit-operator.ts'
import { defineCommand } from '../../command.ts'
import { id } from '../../value.ts'

export const revokeApproval = defineCommand({
  words: ['provisioning', 'revoke'],
  summary: "Withdraw the approval; the person's provisioning keys stop at once",
  options: { user: { value: id, required: true, description: 'id of the person' } },
  example: 'bureau provisioning revoke --user 17',

  async run(context, { user }) {
    await inForce(context, async (tx) => {
      await revokeProvisioning(tx, user)
      await auditOperator(tx, 'approval.revoke', `user:${user}`)
    })
    return { ok: true, user_id: user, approved: false }
  },
  print: (done) => `User ${done.user_id} is no longer approved for provisioning.`,
})
