import { approveProvisioning } from '../../../identity/approval/change-approval.ts'
import { inForce } from '../../../identity/in-force.ts'
import { auditOperator } from '../../audit-operator.ts'
import { defineCommand } from '../../command.ts'
import { id } from '../../value.ts'

export const approveUser = defineCommand({
  words: ['provisioning', 'approve'],
  summary: 'Allow a person to use the provisioning API',
  options: { user: { value: id, required: true, description: 'id of the person' } },
  example: 'bureau provisioning approve --user 17',

  async run(context, { user }) {
    await inForce(context, async (tx) => {
      await approveProvisioning(tx, user)
      await auditOperator(tx, 'approval.approve', `user:${user}`)
    })
    return { ok: true, user_id: user, approved: true }
  },
  print: (done) => `User ${done.user_id} is approved for provisioning.`,
})
