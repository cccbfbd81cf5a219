import { z } from 'zod'
import { idText, refusedAs } from '../../api/field.ts'
import { noContent } from '../../api/result.ts'
import { withPermit } from '../../iam/permit.ts'
import { auditCall } from '../../identity/audit/audit-call.ts'
import { inForce } from '../../identity/in-force.ts'
import { holdKey } from '../../identity/key/list-store.ts'
import { revokeKey } from '../../identity/key/revoke-key.ts'
import { requireRole } from '../../identity/member/require-role.ts'
import { member } from '../../identity/schemes/session.ts'
import { inWorkspace } from '../adopted.ts'
import { problem } from '../problems.ts'
import { console } from '../service.ts'
import { requireKey } from './shown-keys.ts'

export const deleteKey = console.endpoint('deleteKey', {
  method: 'DELETE',
  path: '/workspaces/{workspace}/keys/{id}',
  summary: 'Revoke an API key',
  description:
    'No process accepts the key when this answers. Members revoke their own keys, admins those of everybody but the owner.',
  who: member,
  params: z.object({ ...inWorkspace.shape, id: refusedAs('key_not_found', idText()) }),
  result: noContent,
  problems: ['not_admin', 'owner_required', 'key_not_found'],

  async handle({ params: { id } }, context) {
    const { database, principal } = context
    const { user_id: creatorId, role } = await requireKey(database, principal, id)
    if (role === 'owner' && principal.role !== 'owner')
      throw problem.owner_required({ details: { role: principal.role, required: ['owner'] } })
    await inForce(
      context,
      async (tx) => {
        if (creatorId !== principal.userId) await requireRole(tx, principal, 'admin')
        if ((await holdKey(tx, id))?.revoked_at) return
        await revokeKey(tx, id)
        await auditCall(tx, context, { action: 'key.revoke', target: `key:${id}` })
      },
      withPermit(context),
    )
  },
})
