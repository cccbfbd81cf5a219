import type { Context } from '../../platform/context.ts'
import type { TakenMessage } from './model.ts'
import { countOutstanding, holdNumber, takeMessages } from './store.ts'

/** How many messages a phone may have and not have reported yet: design.md section 4. */
export const outstandingMax = 3

/**
 * Hands over up to `countMax` queued messages to a number, in one committed claim; from then on they are that phone's
 * and never another's. Empty when the number is offline, full, claiming already, or has nothing to do.
 */
export async function claimMessages(
  { database, clock }: Pick<Context, 'database' | 'clock'>,
  numberId: number,
  countMax = outstandingMax,
): Promise<TakenMessage[]> {
  return database.transaction(async (tx) => {
    const number = await holdNumber(tx, numberId)
    if (!number) return []
    // A statement of its own, because it has to see what an earlier claim committed just before we got the number.
    const room = outstandingMax - (await countOutstanding(tx, numberId))
    return room > 0 ? takeMessages(tx, number, Math.min(room, countMax), clock.now()) : []
  })
}
