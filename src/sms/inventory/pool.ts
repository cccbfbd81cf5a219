import type { Queryable, Transaction } from '../../platform/database/database.ts'
import { systemAccountId } from '../account/model.ts'
import { carriers } from '../carriers.ts'
import { poolLane, systemLane } from '../lanes.ts'
import { failQueuedOn } from '../message/end-store.ts'
import type { CarrierName } from '../number/model.ts'
import { SmsRefusal } from '../refusal.ts'
import {
  countNumbersInPool,
  lockPool,
  mixesPool,
  type PoolCounts,
  takeOut,
  type TakenOut,
} from './pool-store.ts'

export type Assignment = { readonly pool: true } | { readonly workspaceId: number }

export const workspaceOf = (assignment: Assignment): number | null =>
  'pool' in assignment ? null : assignment.workspaceId

/** Whose audit logs have a change of a number that was and is of these; undefined: that of the installation alone. */
export function concernedBy(before: number | null, after: number | null): readonly (number | undefined)[] {
  const ids = new Set([before, after].filter((id): id is number => id !== null && id !== systemAccountId))
  return ids.size === 0 ? [undefined] : [...ids]
}

export interface Replaced {
  readonly taken_out?: readonly TakenOut[]
}

export const numberTaken = { code: 'no_number', message: 'The number was taken from this account.' }

const poolGone = { code: 'no_number', message: 'The pool has no number left that could send this message.' }

export const simulatedCarriers = carriers.filter((carrier) => carrier.isSimulated).map(({ name }) => name)

export const isSimulated = (carrier: CarrierName): boolean => simulatedCarriers.includes(carrier)

export const countPool = (database: Queryable): Promise<PoolCounts> =>
  countNumbersInPool(database, simulatedCarriers)

export async function makeRoomFor(
  tx: Transaction,
  entersSimulated: boolean,
  assignment: Assignment,
): Promise<Replaced> {
  await lockPool(tx)
  if (!('pool' in assignment)) return {}
  if (entersSimulated) {
    // A simulated number must not be handed what was sent while the pool had real ones.
    const counts = await countPool(tx)
    if (counts.simulated + counts.real === 0)
      for (const lane of [poolLane, systemLane]) await failQueuedOn(tx, lane, null, poolGone)
    return {}
  }
  const takenOut = await takeOut(tx, simulatedCarriers)
  for (const { id } of takenOut) await failQueuedOn(tx, id, null, numberTaken)
  return takenOut.length > 0 ? { taken_out: takenOut } : {}
}

export function refuseMixing(error: unknown): never {
  throw mixesPool(error) ? new SmsRefusal('pool_is_real', {}) : error
}

export function poolSentence({ simulated, real }: PoolCounts): string {
  if (real > 0) return `${real} real ${real === 1 ? 'number' : 'numbers'}`
  if (simulated === 0) return 'no number; add one with "bureau numbers add"'
  return `${simulated} simulated ${simulated === 1 ? 'number' : 'numbers'}: no text leaves this machine`
}
