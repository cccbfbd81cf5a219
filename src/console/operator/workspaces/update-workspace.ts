import { z } from 'zod'
import { wholeNumber } from '../../../api/field.ts'
import { setQuota } from '../../../files/public.ts'
import { auditCall } from '../../../identity/audit/audit-call.ts'
import { loggedIn } from '../../../identity/schemes/session.ts'
import { operatorsOnly } from '../../permit.ts'
import { console } from '../../service.ts'
import { holdOperator } from '../hold-operator.ts'
import { detailsOf } from './details-of.ts'
import { OfWorkspace, OperatorWorkspaceDetails } from './model.ts'

export const updateWorkspace = console.endpoint('updateWorkspace', {
  method: 'PATCH',
  path: '/operator/workspaces/{id}',
  summary: 'Set the quota of a workspace',
  description: 'A quota below what is stored only stops uploads.',
  who: loggedIn,
  params: OfWorkspace,
  body: z.object({
    quota_bytes: wholeNumber({ min: 0, max: Number.MAX_SAFE_INTEGER })
      .nullable()
      .describe('null: unlimited.'),
  }),
  result: OperatorWorkspaceDetails,
  problems: ['operator_required', 'workspace_not_found'],
  permit: operatorsOnly,

  handle({ params: { id }, body: { quota_bytes: limitBytes } }, context) {
    const { database, principal } = context
    return database.transaction(async (tx) => {
      await holdOperator(tx, principal)
      await setQuota({ database: tx }, { workspaceId: id, limitBytes })
      const done = { action: 'quota.set', target: `workspace:${id}`, workspaceId: id }
      await auditCall(tx, context, { ...done, actor: 'operator' })
      return detailsOf(tx, id)
    })
  },
})
