import { z } from 'zod'
import { auditCall } from '../../../identity/audit/audit-call.ts'
import { inForce } from '../../../identity/in-force.ts'
import { createPlan as create } from '../../../identity/plan/change-plans.ts'
import { loggedIn } from '../../../identity/schemes/session.ts'
import { operatorsOnly } from '../../permit.ts'
import { console } from '../../service.ts'
import { holdOperator } from '../hold-operator.ts'
import { NewPlanName, OperatorPlan, planFields } from './model.ts'
import { planOf } from './view.ts'

export const createPlan = console.endpoint('createPlan', {
  method: 'POST',
  path: '/operator/plans',
  summary: 'Create a plan',
  who: loggedIn,
  body: z.object({ name: NewPlanName, ...planFields }),
  status: 201,
  result: OperatorPlan,
  problems: ['operator_required', 'plan_taken'],
  permit: operatorsOnly,

  handle({ body }, context) {
    const {
      name,
      services,
      sms_daily: smsDaily,
      payg,
      cap_micros: capMicros,
      price_micros: priceMicros,
    } = body
    return inForce(context, async (tx) => {
      await holdOperator(tx, context.principal)
      await create(tx, { name, services, smsDaily, payg, capMicros, priceMicros })
      await auditCall(tx, context, { action: 'plan.create', target: `plan:${name}`, actor: 'operator' })
      return planOf(tx, name)
    })
  },
})
