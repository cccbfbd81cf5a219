import { defineLoop } from '../../api/loop.ts'
import { expireQueued, nextExpiry } from '../message/end-store.ts'

/** Far less than the minimum ttl. */
const pauseMs = 10_000
const batchMax = 500

export const expireMessages = defineLoop({
  name: 'expire-messages',
  pauseMsMax: pauseMs,
  async run({ clock, database }) {
    const next = await nextExpiry(database)
    const waitMs = next === null ? pauseMs : next.getTime() - clock.now().getTime()
    if (waitMs > 0) return waitMs
    const expired = await database.transaction((tx) => expireQueued(tx, clock.now(), batchMax))
    // Another process is expiring the rest.
    return expired > 0 ? 0 : 1000
  },
})
