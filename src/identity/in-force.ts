import type { Database, Transaction } from '../platform/database/database.ts'
import type { Notifications } from '../platform/notifications.ts'
import type { WithPermit } from './lock-permit.ts'

/**
 * How long a change waits for the other processes: as long as anything may stay in their caches, so that it is in force
 * afterwards whether or not they answered.
 */
const acknowledgedMsMax = 5000

/**
 * A transaction that changes what a caller may do. Only `inForce` opens one, so a change that other processes never hear
 * of does not compile.
 */
export interface RightsTransaction extends Transaction {
  readonly changesRights: true
}

/**
 * Commits a change of rights, in `turn` with others if it has one, and waits until every process has heard of it: none
 * acts on the old rights afterwards.
 */
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
