import type { Clock } from '../clock.ts'
import type { Database } from '../database/database.ts'
import type { Log } from '../log/log.ts'
import { OperatorError } from '../operator-error.ts'
import type { CounterStore } from './limit.ts'
import { openMemoryCounters } from './memory.ts'

const redisReadyMsMax = 5_000

/** In Redis if there is a URL, else in memory. Throws OperatorError if Redis is unreachable now. */
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
  // The library loads slowly and a single process doesn't need it.
  const { openRedisCounters } = await import('./redis.ts')
  const counters = openRedisCounters({ url: redisUrl, database, clock, log })
  if (await counters.ready(redisReadyMsMax)) return counters
  await counters.close()
  throw new OperatorError('Redis cannot be reached. Check REDIS_URL.')
}
