import type { Clock } from '../platform/clock.ts'
import type { Database, Transaction } from '../platform/database/database.ts'

/** Everything that runs on it believes that it is then. */
export function contextAt<Parts extends { readonly clock: Clock; readonly database: Database }>(
  context: Parts,
  at: Date,
): Parts {
  const { database } = context
  return {
    ...context,
    clock: { now: () => at },
    database: {
      ...database,
      transaction: (work, planning) => database.transaction((tx) => work(transactionAt(tx, at)), planning),
    },
  }
}

export const transactionAt = <Kind extends Transaction>(tx: Kind, at: Date): Kind => ({
  ...tx,
  now: () => at,
})
