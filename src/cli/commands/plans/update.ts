import { inForce } from '../../../identity/in-force.ts'
import { updatePlan as update } from '../../../identity/plan/change-plans.ts'
import { auditOperator } from '../../audit-operator.ts'
import { defineCommand } from '../../command.ts'
import { planName, planOptions } from './plan-options.ts'

export const updatePlan = defineCommand({
  words: ['plans', 'update'],
  summary: 'Change a plan for everybody on it; omitted options stay unchanged',
  positionals: { name: { value: planName, description: 'name of the plan' } },
  options: planOptions,
  example: 'bureau plans update team --sms-daily 2000',

  async run(context, { name, ...patch }) {
    await inForce(context, async (tx) => {
      await update(tx, name, patch)
      await auditOperator(tx, 'plan.update', `plan:${name}`)
    })
    return { ok: true, name }
  },
  print: ({ name }) => `Plan "${name}" is changed.`,
})
