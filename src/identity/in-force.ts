import type { Database, Transaction } from '../platform/database/database.ts'
import type { Notifications } from '../platform/notifications.ts'
import type { WithPermit } from './lock-permit.ts'

/** As long as caches keep an entry, so that the change is in force even if a process did not answer. */
const acknowledgedMsMax = 5000

/** A transaction that changes what a caller may do. Only `inForce` opens one, so other processes always learn of the change. */
export interface RightsTransaction extends Transaction {
  readonly changesRights: true
}

/** Commits a change of rights, with a permit if `turn` is given, and waits until every process has dropped the old rights. */
export async function inForce<Result>(
  {
    database,
    notifications,
  }: { readonly database: Database; readonly notifications: Pick<Notifications, 'acknowledged'> },
  change: (tx: RightsTransaction) => Promise<Result>,
  turn: WithPermit = (work) => work(),
): Promise<Result> {
  const result = await turn(() => database.transaction((tx) => change({ ...tx, changesRights: true })))
  await notifications.acknowledged(acknowledgedMsMax)
  return result
}
