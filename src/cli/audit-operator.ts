import { audit } from '../identity/audit/audit.ts'
import { inForce, type RightsTransaction } from '../identity/in-force.ts'
import type { Transaction } from '../platform/database/database.ts'

export const auditOperator = (
  tx: Transaction,
  action: string,
  target: string,
  workspaceId?: number,
): Promise<unknown> => audit(tx, tx.now(), { actor: 'operator', action, target, workspaceId, outcome: 'ok' })

/** Changes rights and records it. Resolves when the change is in force in every process. */
export const changeRights = <Result>(
  context: Parameters<typeof inForce>[0],
  [action, target, workspaceId]: readonly [action: string, target: string, workspaceId?: number],
  change: (tx: RightsTransaction) => Promise<Result>,
): Promise<Result> =>
  inForce(context, async (tx) => {
    const result = await change(tx)
    await auditOperator(tx, action, target, workspaceId)
    return result
  })
