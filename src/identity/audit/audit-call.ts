import type { Call } from '../../api/endpoint.ts'
import type { Transaction } from '../../platform/database/database.ts'
import type { Acting, PrincipalOf } from '../principal.ts'
import { audit } from './audit.ts'

export interface CallDone {
  readonly action: string
  readonly target: string
  /** The caller's unless given. */
  readonly workspaceId?: number
  /** What a person does to the installation, not in a workspace of theirs. */
  readonly actor?: 'operator'
}

interface Caller {
  readonly principal: Acting | PrincipalOf<'person'>
  readonly call: Call
}

const workspaceOf = (principal: Caller['principal']): number | undefined =>
  principal.kind === 'person' ? undefined : principal.workspaceId

export const auditCall = (
  tx: Transaction,
  { principal, call }: Caller,
  { action, target, workspaceId = workspaceOf(principal), actor }: CallDone,
): Promise<unknown> =>
  audit(tx, tx.now(), {
    ...(principal.kind === 'api-key'
      ? { actor: 'key', keyId: principal.keyId }
      : { actor: actor ?? 'person' }),
    userId: principal.userId,
    workspaceId,
    action,
    target,
    outcome: 'ok',
    requestId: call.requestId,
    address: call.address,
  })
