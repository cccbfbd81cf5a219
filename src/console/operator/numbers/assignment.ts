import { z } from 'zod'
import { idNumber, nullIsAbsent } from '../../../api/field.ts'
import { IdentityRefusal } from '../../../identity/refusal.ts'
import { systemAccountId } from '../../../sms/account/model.ts'
import type { Assignment } from '../../../sms/inventory/pool.ts'
import { problem } from '../../problems.ts'

export const assignmentFields = {
  pool: nullIsAbsent(z.literal(true).optional().describe('Every workspace with texts may send from it.')),
  workspace_id: nullIsAbsent(idNumber().optional().describe('Only this workspace may send from it.')),
}

interface Sent {
  readonly pool?: true | undefined
  readonly workspace_id?: number | undefined
}

/** Undefined when neither was sent. Throws `invalid_request` for both, and `workspace_not_found`. */
export function sentAssignment({ pool, workspace_id: workspaceId }: Sent): Assignment | undefined {
  if (pool && workspaceId !== undefined) throw unclear()
  if (pool) return { pool }
  // The account of the operator's own messages is not a workspace.
  if (workspaceId === systemAccountId) throw new IdentityRefusal('workspace_not_found', { workspaceId })
  return workspaceId === undefined ? undefined : { workspaceId }
}

/** Throws `invalid_request` unless exactly one was sent, and `workspace_not_found`. */
export function requireAssignment(sent: Sent): Assignment {
  const assignment = sentAssignment(sent)
  if (!assignment) throw unclear()
  return assignment
}

const unclear = () =>
  problem.invalid_request({
    message: 'Send either pool or workspace_id.',
    details: { field: 'workspace_id' },
  })
