import type { Queryable } from '../../platform/database/database.ts'
import { insertEntry, type AuditEntry } from './store.ts'

export type AuditOrigin = Pick<AuditEntry, 'requestId' | 'address'>

/** Use the transaction of the change, or the database for a refusal, whose transaction is rolled back. */
export const audit = (tx: Queryable, at: Date, entry: AuditEntry): Promise<unknown> =>
  insertEntry(tx, at, entry)
