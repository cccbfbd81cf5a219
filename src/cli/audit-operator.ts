import { audit } from '../identity/audit/audit.ts'
import type { Transaction } from '../platform/database/database.ts'

/** Records what the operator does at the command line, in the transaction that does it. */
export const auditOperator = (
  tx: Transaction,
  action: string,
  target: string,
  workspaceId?: number,
): Promise<unknown> => audit(tx, tx.now(), { actor: 'operator', action, target, workspaceId, outcome: 'ok' })
