import { z } from 'zod'
import { idNumber } from '../../../api/field.ts'
import { auditCall } from '../../../identity/audit/audit-call.ts'
import { loggedIn } from '../../../identity/schemes/session.ts'
import { findAnyWorkspace } from '../../../identity/workspace/store.ts'
import { assignUnrouted as assign } from '../../../sms/inbound/operate-unrouted.ts'
import { operatorsOnly } from '../../permit.ts'
import { problem } from '../../problems.ts'
import { console } from '../../service.ts'
import { holdOperator } from '../hold-operator.ts'
import { OfUnrouted } from './model.ts'

export const assignUnrouted = console.endpoint('assignUnrouted', {
  method: 'POST',
  path: '/operator/unrouted/{id}/assign',
  summary: 'Assign an unrouted text to a workspace as an incoming message',
  description: 'It has the effects of a text that came to the workspace, such as those of a stop word.',
  who: loggedIn,
  params: OfUnrouted,
  body: z.object({ workspace_id: idNumber() }),
  result: z
    .object({ id: z.int(), workspace_id: z.int(), message_id: z.int() })
    .meta({ id: 'AssignedUnroutedText' }),
  problems: ['operator_required', 'unrouted_not_found', 'workspace_not_found'],
  permit: operatorsOnly,

  handle({ params: { id }, body: { workspace_id: workspaceId } }, context) {
    return context.database.transaction(async (tx) => {
      await holdOperator(tx, context.principal)
      if (!(await findAnyWorkspace(tx, workspaceId))) throw problem.workspace_not_found()
      const { messageId } = await assign(tx, context, id, workspaceId)
      const done = { action: 'unrouted.assign', target: `unrouted:${id}`, workspaceId }
      await auditCall(tx, context, { ...done, actor: 'operator' })
      return { id, workspace_id: workspaceId, message_id: messageId }
    })
  },
})
