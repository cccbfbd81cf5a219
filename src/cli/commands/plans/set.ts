import { inForce } from '../../../identity/in-force.ts'
import { setPlan } from '../../../identity/plan/set-plan.ts'
import { auditOperator } from '../../audit-operator.ts'
import { defineCommand } from '../../command.ts'
import { id, yesNo } from '../../value.ts'
import { counted } from '../../../platform/counted.ts'
import { planName, planOptions } from './plan-options.ts'

export const setUserPlan = defineCommand({
  words: ['plans', 'set'],
  summary: "Change a person's subscription; omitted options stay unchanged",
  options: {
    user: { value: id, required: true, description: 'id of the person' },
    plan: { value: planName, description: 'plan of the person' },
    ...planOptions,
    active: { value: yesNo, description: 'whether the subscription is paid for' },
  },
  example: 'bureau plans set --user 17 --services sms,files --sms-daily 1000 --active yes',

  async run(context, { user, ...patch }) {
    const plan = await inForce(context, async (tx) => {
      await auditOperator(tx, 'plan.set', `user:${user}`)
      return setPlan(tx, user, patch)
    })
    return { ok: true, ...plan }
  },
  print: (plan) =>
    [
      `User ${plan.user_id}: ${plan.active ? 'active' : 'inactive'}`,
      `services ${plan.services.join(', ') || 'none'}`,
      `${counted(plan.sms_daily, 'text')} a day`,
      plan.payg
        ? `beyond that ${counted(plan.price_micros, 'micro')} a segment, up to ${plan.cap_micros} a month`
        : 'nothing beyond that',
    ].join('; '),
})
