import { z } from 'zod'
import type { HandlerContext } from '../../../api/endpoint.ts'
import { idText, refusedAs } from '../../../api/field.ts'
import { decideRequest, type Decision } from '../../../identity/approval/decide-request.ts'
import { auditCall } from '../../../identity/audit/audit-call.ts'
import { inForce } from '../../../identity/in-force.ts'
import type { PrincipalOf } from '../../../identity/principal.ts'
import { holdOperator } from '../hold-operator.ts'

export const OfPerson = z.object({
  user: refusedAs('user_not_found', idText()).describe('The ID of a person.'),
})

export const decide = (
  context: HandlerContext<PrincipalOf<'person'>>,
  userId: number,
  decision: Decision,
): Promise<void> =>
  inForce(context, async (tx) => {
    await holdOperator(tx, context.principal)
    await decideRequest(tx, { filesOrigin: context.origins.files }, userId, decision)
    const done = { action: `approval.${decision}`, target: `user:${userId}` }
    await auditCall(tx, context, { ...done, actor: 'operator' })
  })
