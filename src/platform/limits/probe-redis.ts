import { Redis } from 'ioredis'
import { monotonicMs } from '../clock.ts'
import { withDeadline } from '../deadline.ts'
import { OperatorError } from '../operator-error.ts'
import { uncounted, writeProbe } from './redis.ts'

const probeMsMax = 4_000

/** The milliseconds that Redis takes to write, over a connection of its own. Throws OperatorError when it cannot count. */
export async function probeRedis(url: string): Promise<number> {
  const redis = new Redis(url, { lazyConnect: true, maxRetriesPerRequest: 0, retryStrategy: () => null })
  // What goes wrong is told by what is awaited.
  redis.on('error', () => {})
  try {
    return await withDeadline(probeMsMax, async () => {
      await redis.connect()
      const startedMs = monotonicMs()
      await writeProbe(redis)
      return monotonicMs() - startedMs
    })
  } catch (cause) {
    throw new OperatorError(`${uncounted(cause)} Check Redis and REDIS_URL.`, { cause })
  } finally {
    redis.disconnect()
  }
}
