import { decideRequest, type Decision } from '../../../identity/approval/decide-request.ts'
import { changeRights } from '../../audit-operator.ts'
import { defineCommand } from '../../command.ts'
import { id } from '../../value.ts'

interface Words {
  readonly summary: string
  readonly print: (userId: number) => string
}

const decision = (name: Decision, { summary, print }: Words) =>
  defineCommand({
    words: ['provisioning', name],
    summary,
    options: { user: { value: id, required: true, description: 'id of the person' } },
    example: `bureau provisioning ${name} --user 17`,

    async run(context, { user }) {
      await changeRights(context, [`approval.${name}`, `user:${user}`], (tx) =>
        decideRequest(tx, { filesOrigin: context.origins.files }, user, name),
      )
      return { ok: true, user_id: user, approved: name === 'approve' }
    },
    print: (done) => print(done.user_id),
  })

export const approveUser = decision('approve', {
  summary: 'Allow a person to use the provisioning API',
  print: (userId) => `User ${userId} is approved for provisioning.`,
})

export const declineRequest = decision('decline', {
  summary: 'Decline a request for access to the provisioning API',
  print: (userId) => `The request of user ${userId} is declined.`,
})

export const revokeApproval = decision('revoke', {
  summary: "Withdraw the approval; the person's provisioning keys stop at once",
  print: (userId) => `User ${userId} is no longer approved for provisioning.`,
})
