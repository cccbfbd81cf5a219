import type { Context } from '../../api/context.ts'
import { type Running, startLoop } from '../loop.ts'
import { expireQueued } from './store.ts'

const pauseMs = 1000
const batchMax = 500

/**
 * Expires queued messages within about a second of their time. It asks the clock on every pass instead of waiting for
 * the next due message, so it is also right after the wall clock jumped.
 */
export const startExpiry = (context: Context): Running =>
  startLoop({
    context,
    name: 'expire messages',
    pauseMsMax: pauseMs,
    pass: async () => {
      const expired = await context.database.transaction((tx) =>
        expireQueued(tx, context.clock.now(), batchMax),
      )
      return expired === batchMax ? 0 : pauseMs
    },
  })
