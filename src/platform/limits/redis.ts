import { Redis } from 'ioredis'
import type { Clock } from '../clock.ts'
import { endsWithin } from '../deadline.ts'
import type { Log } from '../log/log.ts'
import { LimitsUnavailable } from './limit.ts'
import type { CounterStore, Limit, LimitVerdict } from './limit.ts'
import { takeScript, takeScriptSha } from './redis-script.ts'
import { verdictOf } from './verdict.ts'
import { bucketSecondsOf } from './window.ts'

/** How long Redis may take to answer before the request is refused. */
const answerMsMax = 250
/**
 * After this long without a byte the connection is given up, and with it all commands that wait for an
 * answer.
 */
const silenceMsMax = 2_000
const connectMsMax = 2_000
const reconnectMsMax = 1_000

export interface RedisCounterStore extends CounterStore {
  /** Resolves once Redis can be asked; false after `msMax`. */
  readonly ready: (msMax: number) => Promise<boolean>
}

/**
 * Counters in Redis or Valkey (6.2 or later), for several processes. One round trip a call; every key begins
 * with `bureau:` and expires by itself. The server needs `maxmemory-policy noeviction`: an evicted counter
 * starts at 0 again.
 */
export function openRedisCounters({
  url,
  clock,
  log,
}: {
  readonly url: string
  readonly clock: Clock
  readonly log: Log
}): RedisCounterStore {
  const redis = new Redis(url, {
    // A command is sent now or refused now. Sent again after a lost answer it would count twice.
    enableOfflineQueue: false,
    autoResendUnfulfilledCommands: false,
    maxRetriesPerRequest: 0,
    commandTimeout: answerMsMax,
    socketTimeout: silenceMsMax,
    connectTimeout: connectMsMax,
    retryStrategy: (attempt) => Math.min(50 * attempt, reconnectMsMax),
    // After a failover the old primary may answer as a replica.
    reconnectOnError: (error) => error.message.startsWith('READONLY'),
  })
  let closed = false
  logConnection(redis, log, () => closed)

  async function evaluate(
    keys: readonly string[],
    parameters: readonly (string | number)[],
  ): Promise<unknown> {
    try {
      return await redis.evalsha(takeScriptSha, keys.length, ...keys, ...parameters)
    } catch (error) {
      if (!(error instanceof Error && error.message.startsWith('NOSCRIPT'))) throw error
      return redis.eval(takeScript, keys.length, ...keys, ...parameters)
    }
  }

  return {
    take: async (limits) => {
      const parameters: (string | number)[] = [clock.now().getTime()]
      for (const limit of limits) {
        parameters.push(limit.kind, limit.max, limit.windowSeconds * 1000, bucketSecondsOf(limit) * 1000)
      }
      try {
        return verdict(limits, await evaluate(limits.map(keyOf), parameters))
      } catch (cause) {
        throw new LimitsUnavailable('Redis, which holds the rate-limit counters, does not respond.', {
          cause,
        })
      }
    },
    ready: async (msMax) => {
      if (redis.status === 'ready') return true
      return endsWithin(msMax, () => new Promise((resolve) => redis.once('ready', resolve)))
    },
    close: async () => {
      closed = true
      redis.disconnect()
    },
  }
}

/**
 * The window is part of the key, so that a limit whose window changed with a release starts a counter of its
 * own.
 */
const keyOf = ({ counter, kind, windowSeconds }: Limit): string =>
  `bureau:limit:${kind}:${windowSeconds}:${counter}`

function verdict(limits: readonly Limit[], answer: unknown): LimitVerdict {
  if (!Array.isArray(answer) || answer.length !== 1 + 2 * limits.length)
    throw new Error('Unexpected answer of Redis.')
  const numbers = answer.map(Number)
  return verdictOf(limits, (numbers[0] ?? 0) - 1, (index) => {
    const seconds = Math.max(1, Math.ceil((numbers[2 + 2 * index] ?? 0) / 1000))
    const { kind, windowSeconds } = limits[index] ?? { kind: 'rolling', windowSeconds: 1 }
    return {
      count: numbers[1 + 2 * index] ?? 0,
      resetSeconds: kind === 'fixed' ? Math.min(windowSeconds, seconds) : seconds,
    }
  })
}

/** One line when Redis goes away and one when it is back, not one for each attempt. */
function logConnection(redis: Redis, log: Log, closed: () => boolean): void {
  let lost = false
  function lose(reason: string): void {
    if (!lost && !closed())
      log.error({ reason }, 'Redis cannot be reached; requests are refused until it is back.')
    lost = true
  }
  // Not the error itself: that of a failed log-in carries the command with the password.
  redis.on('error', (error: Error) => lose(error.message))
  redis.on('close', () => lose('The connection was closed.'))
  redis.on('ready', () => {
    if (lost) log.info({}, 'Redis is back.')
    lost = false
  })
}
