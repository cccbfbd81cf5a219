import type { Transaction } from '../../platform/database/database.ts'
import { OperatorError } from '../../platform/operator-error.ts'
import { failQueuedOn } from '../message/end-store.ts'
import { poolLane, systemLane } from '../lanes.ts'
import type { Carrier } from '../number/model.ts'
import { countPool, mixesPool, type PoolCounts, takeOutSimulated } from './pool-store.ts'

/** A simulated number that left the pool because a real one came into it. */
export interface TakenOut {
  readonly id: number
  readonly number: string
}

/** Why messages fail that wait for a number which their account has no longer. */
export const numberTaken = { code: 'no_number', message: 'The number was taken from this account.' }

const poolGone = { code: 'no_number', message: 'The pool has no number left that could send this message.' }

/**
 * Prepares the pool for a number. A real one replaces simulated ones. A simulated one in an empty pool must not be handed what was
 * sent while there were real ones, so that fails. Needs `lockPool`.
 */
export async function makeRoomInPool(tx: Transaction, carrier: Carrier): Promise<TakenOut[]> {
  if (carrier === 'simulator') {
    const { simulated, real } = await countPool(tx)
    if (simulated + real === 0)
      for (const lane of [poolLane, systemLane]) await failQueuedOn(tx, lane, null, poolGone)
    return []
  }
  const takenOut = await takeOutSimulated(tx)
  for (const { id } of takenOut) await failQueuedOn(tx, id, null, numberTaken)
  return takenOut
}

/** For the `catch` of a statement that puts a number into the pool. */
export function refuseMixing(error: unknown): never {
  if (!mixesPool(error)) throw error
  throw new OperatorError(
    'The pool has real numbers, and a simulated number beside them would swallow texts to real people. ' +
      'Give it to one workspace with --workspace ID.',
    { cause: error },
  )
}

/** What the operator should know of the pool. */
export function poolSentence({ simulated, real }: PoolCounts): string {
  if (real > 0) return `${real} real ${real === 1 ? 'number' : 'numbers'}`
  if (simulated === 0) return 'no number; add one with "bureau numbers add"'
  return `${simulated} simulated ${simulated === 1 ? 'number' : 'numbers'}: no text leaves this machine`
}
