import { z } from 'zod'
import { refusedAs, text } from '../../../api/field.ts'
import { auditCall } from '../../../identity/audit/audit-call.ts'
import { inForce } from '../../../identity/in-force.ts'
import { updatePlan as update } from '../../../identity/plan/change-plans.ts'
import { loggedIn } from '../../../identity/schemes/session.ts'
import { operatorsOnly } from '../../permit.ts'
import { console } from '../../service.ts'
import { holdOperator } from '../hold-operator.ts'
import { OperatorPlan, planFields } from './model.ts'
import { planOf } from './view.ts'

export const updatePlan = console.endpoint('updatePlan', {
  method: 'PATCH',
  path: '/operator/plans/{name}',
  summary: 'Change a plan',
  description: 'The change is in force for everybody on the plan before the answer.',
  who: loggedIn,
  params: z.object({ name: refusedAs('plan_not_found', text()) }),
  body: z.object(planFields).partial(),
  result: OperatorPlan,
  problems: ['operator_required', 'plan_not_found'],
  permit: operatorsOnly,

  handle({ params: { name }, body }, context) {
    const { services, sms_daily: smsDaily, payg, cap_micros: capMicros, price_micros: priceMicros } = body
    return inForce(context, async (tx) => {
      await holdOperator(tx, context.principal)
      await update(tx, name, { services, smsDaily, payg, capMicros, priceMicros })
      await auditCall(tx, context, { action: 'plan.update', target: `plan:${name}`, actor: 'operator' })
      return planOf(tx, name)
    })
  },
})
