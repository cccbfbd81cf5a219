import type { Queryable } from '../../platform/database/database.ts'
import { insertEntry, type AuditEntry } from './store.ts'

/** The request that asked for it. */
export type AuditOrigin = Pick<AuditEntry, 'requestId' | 'address'>

/**
 * Appends to the audit log: in the transaction of the change, or on the database alone for what was refused, because
 * the refusal rolled its transaction back.
 */
export const audit = (tx: Queryable, at: Date, entry: AuditEntry): Promise<unknown> =>
  insertEntry(tx, at, entry)
