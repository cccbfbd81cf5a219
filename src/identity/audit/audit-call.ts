import type { Transaction } from '../../platform/database/database.ts'
import type { KeyContext } from '../gates/api-key.ts'
import { audit } from './audit.ts'

/** What a call with a key did. */
export interface CallDone {
  /** Noun and verb, as in `AuditEntry`. */
  readonly action: string
  readonly target: string
  /** That of the key unless given. */
  readonly workspaceId?: number
}

/** Notes in the audit log what was done with a key, in the transaction that does it. */
export const auditCall = (
  tx: Transaction,
  { principal, call }: Pick<KeyContext, 'principal' | 'call'>,
  { action, target, workspaceId = principal.workspaceId }: CallDone,
): Promise<unknown> =>
  audit(tx, tx.now(), {
    actor: 'key',
    userId: principal.userId,
    keyId: principal.keyId,
    workspaceId,
    action,
    target,
    outcome: 'ok',
    requestId: call.requestId,
    address: call.address,
  })
