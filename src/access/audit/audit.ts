import type { Queryable, Transaction } from '../../platform/database/database.ts'
import { insertEntry, type AuditEntry } from './store.ts'

/** The request that asked for it. */
export type AuditOrigin = Pick<AuditEntry, 'requestId' | 'address'>

/**
 * Appends to the audit log: in the transaction of the change, or on the database alone for what was refused, because
 * the refusal rolled its transaction back.
 */
export const audit = (tx: Queryable, at: Date, entry: AuditEntry): Promise<unknown> =>
  insertEntry(tx, at, entry)

/** What the operator did at the command line. */
export const auditOperator = (
  tx: Transaction,
  entry: Pick<AuditEntry, 'workspaceId' | 'userId' | 'action' | 'target'>,
): Promise<unknown> => audit(tx, tx.now(), { ...entry, actor: 'operator', outcome: 'ok' })
