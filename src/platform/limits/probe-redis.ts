import { Redis } from 'ioredis'
import { monotonicMs } from '../clock.ts'
import { withDeadline } from '../deadline.ts'
import { OperatorError } from '../operator-error.ts'
import { uncounted, writeProbe } from './redis.ts'

const probeMsMax = 4_000

/** Milliseconds of a write on a new connection. Throws OperatorError if Redis can't count. */
export async function probeRedis(url: string): Promise<number> {
  const redis = new Redis(url, { lazyConnect: true, maxRetriesPerRequest: 0, retryStrategy: () => null })
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
