import { Redis } from 'ioredis'
import type { Clock } from '../clock.ts'
import { DeadlineExceeded, endsWhileAwake, endsWithin } from '../deadline.ts'
import type { Database } from '../database/database.ts'
import type { Log } from '../log/log.ts'
import { OperatorError } from '../operator-error.ts'
import { LimitsUnavailable, type CounterStore } from './limit.ts'
import { keepCounts } from './kept-counts.ts'
import { countIn } from './redis-count.ts'
import { tidyCounters } from './tidy.ts'

/** After this the request is refused and the connection replaced. Redis normally answers within a millisecond. */
const answerMsMax = 1_000
const connectMsMax = 2_000
const reconnectMsMax = 1_000

const checkKey = 'bureau:limit:check'
const checkMs = 1_000

export interface RedisCounterStore extends CounterStore {
  readonly ready: (msMax: number) => Promise<boolean>
}

/** Redis or Valkey 6.2+. Lost rolling windows are restored from PostgreSQL, half a second behind; fixed ones restart. */
export function openRedisCounters({
  url,
  database,
  clock,
  log,
}: {
  readonly url: string
  readonly database: Database
  readonly clock: Clock
  readonly log: Log
}): RedisCounterStore {
  const redis = new Redis(url, {
    // A command resent after a lost reply would count twice.
    enableOfflineQueue: false,
    autoResendUnfulfilledCommands: false,
    maxRetriesPerRequest: 0,
    connectTimeout: connectMsMax,
    retryStrategy: (attempt) => Math.min(50 * attempt, reconnectMsMax),
    // After a failover the old primary may answer as a replica.
    reconnectOnError: (error) => error.message.startsWith('READONLY'),
  })
  let closed = false
  logConnection(redis, log, () => closed)

  const kept = keepCounts({ database, clock, log })
  const stopTidying = tidyCounters({ database, clock, log })

  /** The library's time-outs also expire while this process is blocked and the reply is already here. */
  async function answered<Result>(answer: Promise<Result>): Promise<Result> {
    if (await endsWhileAwake(answerMsMax, answer)) return answer
    redis.disconnect(true)
    throw new DeadlineExceeded(answerMsMax)
  }

  const { count, restoreLost } = countIn(redis, { clock, kept, answered })

  return {
    take: async (limits) => {
      try {
        // Redis may be emptied between the two.
        for (let attempt = 0; attempt < 3; attempt += 1) {
          const verdict = await count(limits)
          if (verdict) return verdict
          await restoreLost(limits)
        }
      } catch (cause) {
        throw new LimitsUnavailable('Redis, which holds the rate-limit counters, does not respond.', {
          cause,
        })
      }
      throw new LimitsUnavailable('Redis loses the rate-limit counters again and again.')
    },
    check: async () => {
      try {
        await answered(writeProbe(redis))
      } catch (cause) {
        throw new OperatorError(uncounted(cause), { cause })
      }
    },
    ready: async (msMax) => {
      if (redis.status === 'ready') return true
      return endsWithin(msMax, () => new Promise((resolve) => redis.once('ready', resolve)))
    },
    close: async () => {
      closed = true
      redis.disconnect()
      await stopTidying()
      await kept.close()
    },
  }
}

/** A write, because a full Redis or a replica still answers reads. */
export const writeProbe = (redis: Redis): Promise<unknown> => redis.set(checkKey, '', 'PX', checkMs)

export const uncounted = (cause: unknown): string =>
  cause instanceof Error && cause.name === 'ReplyError'
    ? 'Redis refuses to count, and requests are refused until it does. See the log for the cause.'
    : 'Redis does not answer; requests are refused until it does.'

function logConnection(redis: Redis, log: Log, closed: () => boolean): void {
  let lost = false
  function lose(reason: string): void {
    if (!lost && !closed())
      log.error({ reason }, 'Redis cannot be reached; requests are refused until it is back.')
    lost = true
  }
  // The error of a failed log-in contains the password.
  redis.on('error', (error: Error) => lose(error.message))
  redis.on('close', () => lose('The connection was closed.'))
  redis.on('ready', () => {
    if (lost) log.info({}, 'Redis is back.')
    lost = false
  })
}
