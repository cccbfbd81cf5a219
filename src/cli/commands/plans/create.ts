import { inForce } from '../../../identity/in-force.ts'
import { createPlan as create } from '../../../identity/plan/change-plans.ts'
import { auditOperator } from '../../audit-operator.ts'
import { defineCommand } from '../../command.ts'
import { planName, planOptions } from './plan-options.ts'

export const createPlan = defineCommand({
  words: ['plans', 'create'],
  summary: 'Create a plan',
  positionals: { name: { value: planName, description: 'name of the plan' } },
  options: planOptions,
  example: 'bureau plans create team --services sms,files --sms-daily 1000',

  async run(context, { name, services = [], smsDaily = 0, payg = false, capMicros = 0, priceMicros = 0 }) {
    await inForce(context, async (tx) => {
      await create(tx, { name, services, smsDaily, payg, capMicros, priceMicros })
      await auditOperator(tx, 'plan.create', `plan:${name}`)
    })
    return { ok: true, name }
  },
  print: ({ name }) =>
    `Plan "${name}" exists. Put people on it with "bureau plans set --user ID --plan ${name}".`,
})
