import { z } from 'zod'
import type { HandlerContext } from '../../../api/endpoint.ts'
import { auditCall } from '../../../identity/audit/audit-call.ts'
import { inForce, type RightsTransaction } from '../../../identity/in-force.ts'
import { endOperator, makeOperator } from '../../../identity/operator/change-operators.ts'
import { setPlan } from '../../../identity/plan/set-plan.ts'
import type { PrincipalOf } from '../../../identity/principal.ts'
import { loggedIn } from '../../../identity/schemes/session.ts'
import { setUserDisabled } from '../../../identity/user/disable-user.ts'
import { operatorsOnly } from '../../permit.ts'
import { console } from '../../service.ts'
import { holdOperator } from '../hold-operator.ts'
import { detailsOf } from './details-of.ts'
import { Micros, OfPerson, OperatorPersonDetails, PlanName, Services, SmsDaily } from './model.ts'

const Body = z.object({
  disabled: z.boolean().optional(),
  operator: z.boolean().optional(),
  plan: PlanName.optional(),
  active: z.boolean().optional().describe('Whether the plan is paid for.'),
  services: Services.nullable().optional().describe('null: those of the plan. So for the fields below.'),
  sms_daily: SmsDaily.nullable().optional(),
  payg: z.boolean().nullable().optional(),
  cap_micros: Micros.nullable().optional(),
  price_micros: Micros.nullable().optional(),
})

export const updatePerson = console.endpoint('updatePerson', {
  method: 'PATCH',
  path: '/operator/people/{id}',
  summary: 'Disable or enable a person, make them an operator, or change their plan',
  description:
    'The changes are in force before the answer. Disabling ends the sessions of the person, and their keys are refused.',
  who: loggedIn,
  params: OfPerson,
  body: Body,
  result: OperatorPersonDetails,
  problems: [
    'operator_required',
    'user_not_found',
    'plan_not_found',
    'last_operator',
    'user_disabled',
    'user_deleted',
  ],
  permit: operatorsOnly,

  async handle({ params: { id }, body }, context) {
    return inForce(context, async (tx) => {
      await holdOperator(tx, context.principal)
      await change(tx, context, id, body)
      return detailsOf(tx, id, tx.now())
    })
  },
})

async function change(
  tx: RightsTransaction,
  context: HandlerContext<PrincipalOf<'person'>>,
  id: number,
  { disabled, operator, ...plan }: z.output<typeof Body>,
): Promise<void> {
  const { principal, call } = context
  const done = (action: string) => auditCall(tx, context, { action, target: `user:${id}`, actor: 'operator' })
  // Enabled first and disabled last, because a disabled person cannot become an operator.
  if (disabled === false) {
    await setUserDisabled(tx, id, false)
    await done('user.enable')
  }
  if (operator !== undefined) {
    const by = { userId: principal.userId, requestId: call.requestId, address: call.address }
    await (operator ? makeOperator(tx, id, by) : endOperator(tx, id, by))
  }
  if (Object.values(plan).some((value) => value !== undefined)) {
    const { sms_daily: smsDaily, cap_micros: capMicros, price_micros: priceMicros, ...rest } = plan
    await setPlan(tx, id, { ...rest, smsDaily, capMicros, priceMicros })
    await done('plan.set')
  }
  if (disabled === true) {
    await setUserDisabled(tx, id, true)
    await done('user.disable')
  }
}
