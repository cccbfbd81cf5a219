import { findSubscription } from '../../../identity/plan/store.ts'
import { IdentityRefusal } from '../../../identity/refusal.ts'
import { defineCommand } from '../../command.ts'
import { details } from '../../text.ts'
import { id } from '../../value.ts'
import { counted } from '../../../platform/counted.ts'

export const showUserPlan = defineCommand({
  words: ['plans', 'show'],
  summary: "Show a person's subscription",
  options: { user: { value: id, required: true, description: 'id of the person' } },
  example: 'bureau plans show --user 17',

  async run({ database }, { user }) {
    const subscription = await findSubscription(database, user)
    if (!subscription) throw new IdentityRefusal('user_not_found', { userId: user })
    return { subscription }
  },
  print: ({ subscription: plan }) =>
    details({
      user: String(plan.user_id),
      plan: plan.plan ?? "the sponsor's",
      state: plan.active ? 'active' : 'inactive',
      services: plan.services.join(', ') || 'none',
      'texts a day': String(plan.sms_daily),
      'beyond that': plan.payg
        ? `${counted(plan.price_micros, 'micro')} a segment, up to ${plan.cap_micros} a month`
        : 'nothing',
    }),
})
