import type { Transaction } from '../../platform/database/database.ts'
import type { MemberContext } from '../principal.ts'
import { audit } from './audit.ts'

export interface CallDone {
  readonly action: string
  readonly target: string
  /** The caller's unless given. */
  readonly workspaceId?: number
}

export const auditCall = (
  tx: Transaction,
  { principal, call }: Pick<MemberContext, 'principal' | 'call'>,
  { action, target, workspaceId = principal.workspaceId }: CallDone,
): Promise<unknown> =>
  audit(tx, tx.now(), {
    ...(principal.kind === 'api-key' ? { actor: 'key', keyId: principal.keyId } : { actor: 'person' }),
    userId: principal.userId,
    workspaceId,
    action,
    target,
    outcome: 'ok',
    requestId: call.requestId,
    address: call.address,
  })
