import { defineLoop } from '../../api/loop.ts'
import { expireQueued, hasExpired } from './end-store.ts'

const pauseMs = 1000
const batchMax = 500

/**
 * Expires queued messages within about a second of their time. It reads the clock on every run instead of waiting for
 * the next due message, so it stays right after the wall clock has jumped.
 */
export const expireMessages = defineLoop({
  name: 'expire-messages',
  pauseMsMax: pauseMs,
  async run({ clock, database }) {
    // Nearly every time there is nothing to do, and this costs a fraction of finding that out by expiring nothing.
    if (!(await hasExpired(database, clock.now()))) return pauseMs
    const expired = await database.transaction((tx) => expireQueued(tx, clock.now(), batchMax))
    return expired === batchMax ? 0 : pauseMs
  },
})
