import { z } from 'zod'
import { wholeNumber } from '../../api/field.ts'
import { withPermit } from '../../iam/permit.ts'
import { auditCall } from '../../identity/audit/audit-call.ts'
import { requireRole } from '../../identity/member/require-role.ts'
import { member } from '../../identity/schemes/session.ts'
import { delayMsMax } from '../../sms/carrier/simulator/model.ts'
import { changeSimulator } from '../../sms/carrier/simulator/operate-simulator.ts'
import { usableById } from '../../sms/number/store.ts'
import { holdOperator } from '../operator/hold-operator.ts'
import { problem } from '../problems.ts'
import { console } from '../service.ts'
import { changesOf, findSimulator } from './find-simulator.ts'
import { OfSimulator, SimulatedNumber, toSimulatedNumber } from './model.ts'

const share = (description: string) => z.number().min(0).max(1).optional().describe(description)

const poolReason =
  'This number is shared by all workspaces. Only operators may change how it behaves, because that changes everybody’s texts.'

export const updateSimulator = console.endpoint('updateSimulator', {
  method: 'PATCH',
  path: '/workspaces/{workspace}/simulator/{number}',
  summary: 'Change how a simulated number behaves',
  description: 'Admins and the owner change numbers of the workspace, operators those of the pool.',
  who: member,
  plan: 'sms',
  limit: { group: 'simulator', windowSeconds: 60, perCredentialMax: 60, perUserMax: 60 },
  params: OfSimulator,
  body: z.object({
    deliver_ms: wholeNumber({ min: 0, max: delayMsMax })
      .optional()
      .describe('Milliseconds from sent to delivered.'),
    fail_rate: share('Share of texts that fail.'),
    busy_rate: share('Share of attempts that fail and are repeated.'),
    hold: z.boolean().optional().describe('Whether texts stay sent, without a report of their delivery.'),
    offline_seconds: wholeNumber({ min: 0, max: delayMsMax / 1000 })
      .optional()
      .describe('How long it takes no texts, from now on. 0 ends that.'),
  }),
  result: SimulatedNumber,
  problems: ['not_admin', 'operator_required', 'number_not_found'],

  async handle({ params: { number: numberId }, body }, context) {
    const { database, principal } = context
    const { workspaceId } = principal
    const { workspace_id: owner } = await findSimulator(database, workspaceId, numberId)
    const inPool = owner === null
    if (inPool && !(await changesOf(database, principal)).pool)
      throw problem.operator_required({ message: poolReason })
    return withPermit(context)(() =>
      database.transaction(async (tx) => {
        // Before the lock of the number, as everywhere.
        await (inPool ? holdOperator(tx, principal) : requireRole(tx, principal, 'admin'))
        const number = await usableById(tx, workspaceId, numberId)
        // It was moved or removed meanwhile.
        if (number?.workspace_id !== owner) throw problem.number_not_found()
        const { deliver_ms: deliverMs, fail_rate: failRate, busy_rate: busyRate, hold } = body
        const offlineMs = body.offline_seconds === undefined ? undefined : body.offline_seconds * 1000
        await changeSimulator(tx, context, { numberId, deliverMs, failRate, busyRate, hold, offlineMs })
        await auditCall(tx, context, {
          action: 'simulator.update',
          target: `number:${numberId}`,
          ...(inPool && { actor: 'operator' }),
        })
        const [row, may] = [await findSimulator(tx, workspaceId, numberId), await changesOf(tx, principal)]
        return toSimulatedNumber(row, may)
      }),
    )
  },
})
