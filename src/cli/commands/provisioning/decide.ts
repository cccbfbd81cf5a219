import {
  approveProvisioning,
  declineProvisioning,
  revokeProvisioning,
} from '../../../identity/approval/change-approval.ts'
import type { RightsTransaction } from '../../../identity/in-force.ts'
import { changeRights } from '../../audit-operator.ts'
import { defineCommand } from '../../command.ts'
import { id } from '../../value.ts'

interface Decision {
  readonly summary: string
  readonly decide: (tx: RightsTransaction, userId: number) => Promise<unknown>
  readonly print: (userId: number) => string
}

const decision = (name: 'approve' | 'decline' | 'revoke', { summary, decide, print }: Decision) =>
  defineCommand({
    words: ['provisioning', name],
    summary,
    options: { user: { value: id, required: true, description: 'id of the person' } },
    example: `bureau provisioning ${name} --user 17`,

    async run(context, { user }) {
      await changeRights(context, [`approval.${name}`, `user:${user}`], (tx) => decide(tx, user))
      return { ok: true, user_id: user, approved: name === 'approve' }
    },
    print: (done) => print(done.user_id),
  })

export const approveUser = decision('approve', {
  summary: 'Allow a person to use the provisioning API',
  decide: approveProvisioning,
  print: (userId) => `User ${userId} is approved for provisioning.`,
})

export const declineRequest = decision('decline', {
  summary: 'Decline a request for access to the provisioning API',
  decide: declineProvisioning,
  print: (userId) => `The request of user ${userId} is declined.`,
})

export const revokeApproval = decision('revoke', {
  summary: "Withdraw the approval; the person's provisioning keys stop at once",
  decide: revokeProvisioning,
  print: (userId) => `User ${userId} is no longer approved for provisioning.`,
})
