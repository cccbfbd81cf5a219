import { audit } from '../access/audit/audit.ts'
import { actionOf } from '../access/audit/rules.ts'
import type { KeyContext } from '../access/gates/api-key.ts'
import type { Transaction } from '../platform/database/database.ts'

/** Records a call that does something, in the transaction that does it. */
export const auditCall = (
  tx: Transaction,
  { principal, call }: Pick<KeyContext, 'principal' | 'call'>,
  done: { readonly operation: string; readonly target: string; readonly workspaceId?: number },
): Promise<unknown> =>
  audit(tx, tx.now(), {
    actor: 'key',
    userId: principal.userId,
    keyId: principal.keyId,
    workspaceId: done.workspaceId ?? principal.workspaceId,
    action: actionOf(done.operation),
    target: done.target,
    outcome: 'ok',
    requestId: call.requestId,
    address: call.address,
  })
