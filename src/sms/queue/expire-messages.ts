import { defineLoop } from '../../api/loop.ts'
import { expireQueued, nextExpiry } from '../message/end-store.ts'

/** Far less than the shortest time to live, so that no message comes and expires in between. */
const pauseMs = 10_000
const batchMax = 500

/** Expires queued messages when their time is over. */
export const expireMessages = defineLoop({
  name: 'expire-messages',
  pauseMsMax: pauseMs,
  async run({ clock, database }) {
    const next = await nextExpiry(database)
    const waitMs = next === null ? pauseMs : next.getTime() - clock.now().getTime()
    if (waitMs > 0) return waitMs
    const expired = await database.transaction((tx) => expireQueued(tx, clock.now(), batchMax))
    // What another process has at the moment is its to expire.
    return expired > 0 ? 0 : 1000
  },
})
