import type { Clock } from '../clock.ts'
import type { Database } from '../database/database.ts'
import type { Log } from '../log/log.ts'
import { OperatorError } from '../operator-error.ts'
import type { CounterStore } from './limit.ts'
import { openMemoryCounters } from './memory.ts'

/** How long a start waits for Redis. */
const redisReadyMsMax = 5_000

/**
 * Counters in Redis when there is an address of one, else in this process. Throws OperatorError when that
 * Redis cannot be reached at the start; later it may come and go.
 */
export async function openCounters({
  redisUrl,
  database,
  clock,
  log,
}: {
  readonly redisUrl?: string | undefined
  readonly database: Database
  readonly clock: Clock
  readonly log: Log
}): Promise<CounterStore> {
  if (redisUrl === undefined) return openMemoryCounters({ database, clock, log })
  // Only several processes need the library, which a start would take time to read.
  const { openRedisCounters } = await import('./redis.ts')
  const counters = openRedisCounters({ url: redisUrl, database, clock, log })
  if (await counters.ready(redisReadyMsMax)) return counters
  await counters.close()
  throw new OperatorError('Redis cannot be reached. Check REDIS_URL.')
}
