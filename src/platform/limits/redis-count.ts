import type { Redis } from 'ioredis'
import type { Clock } from '../clock.ts'
import { keyedFlights } from '../concurrency/single-flight.ts'
import type { KeptCounts } from './kept-counts.ts'
import type { Limit, LimitVerdict } from './limit.ts'
import { restoreScript, shaOf, takeScript } from './redis-script.ts'
import { verdictOf } from './verdict.ts'
import { bucketSecondsOf, type BucketCount } from './window.ts'

/** At this size all are forgotten, which costs a look each. */
const metMax = 100_000

interface Counting {
  readonly clock: Clock
  readonly kept: KeptCounts
  readonly answered: <Result>(answer: Promise<Result>) => Promise<Result>
}

export function countIn(redis: Redis, { clock, kept, answered }: Counting) {
  const met = new Set<string>()

  async function evaluate(
    { text, sha }: Script,
    keys: readonly string[],
    values: readonly (string | number)[],
  ) {
    try {
      return await answered(redis.evalsha(sha, keys.length, ...keys, ...values))
    } catch (error) {
      if (!(error instanceof Error && error.message.startsWith('NOSCRIPT'))) throw error
      return answered(redis.eval(text, keys.length, ...keys, ...values))
    }
  }

  /** Undefined, without counting, if Redis may have lost a window. */
  async function count(limits: readonly Limit[]): Promise<LimitVerdict | undefined> {
    if (limits.some((limit) => limit.kind === 'rolling' && !met.has(keyOf(limit)))) return undefined
    const values: (string | number)[] = [clock.now().getTime()]
    for (const limit of limits) {
      values.push(limit.kind, limit.max, limit.windowSeconds * 1000, bucketSecondsOf(limit) * 1000)
    }
    const numbers = numbersIn(await evaluate(take, limits.map(keyOf), values))
    if (numbers[0] === -1) return undefined
    const { verdict, newest } = readAnswer(limits, numbers)
    if (verdict.allowed) for (const [limit, counted] of newest) kept.note(limit, counted)
    return verdict
  }

  async function restoreAll(rolling: readonly Limit[]): Promise<void> {
    // Otherwise each call of the first burst would send the whole script.
    if (met.size === 0) await answered(redis.script('LOAD', takeScript))
    const buckets = await kept.load(rolling)
    await Promise.all(
      rolling.map((limit) =>
        evaluate(restore, [keyOf(limit)], restoreValues(limit, buckets.get(limit.counter) ?? [])),
      ),
    )
    if (met.size > metMax) met.clear()
    for (const limit of rolling) met.add(keyOf(limit))
  }

  const restoreShared = keyedFlights(keyOf, restoreAll)
  const restoreLost = (limits: readonly Limit[]) =>
    restoreShared(limits.filter(({ kind }) => kind === 'rolling'))
  return { count, restoreLost }
}

/** Contains the window, so that a changed limit starts a new counter. */
const keyOf = ({ counter, kind, windowSeconds }: Limit): string =>
  `bureau:limit:${kind}:${windowSeconds}:${counter}`

interface Script {
  readonly text: string
  readonly sha: string
}

const take: Script = { text: takeScript, sha: shaOf(takeScript) }
const restore: Script = { text: restoreScript, sha: shaOf(restoreScript) }

/** The time of the last entry is unknown, so the whole bucket must expire. */
function restoreValues(limit: Limit, buckets: readonly BucketCount[]): (string | number)[] {
  const bucketMs = bucketSecondsOf(limit) * 1000
  const keptMs = limit.windowSeconds * 1000 + bucketMs
  const total = buckets.reduce((sum, { count }) => sum + count, 0)
  return [keptMs, total, ...buckets.map(({ bucket, count }) => `${(bucket + 1) * bucketMs - 1}:${count}`)]
}

function numbersIn(answer: unknown): number[] {
  if (!Array.isArray(answer)) throw new Error('Unexpected answer of Redis.')
  return answer.map(Number)
}

const numbersEach = 4

function readAnswer(limits: readonly Limit[], numbers: readonly number[]) {
  if (numbers.length !== 1 + numbersEach * limits.length) throw new Error('Unexpected answer of Redis.')
  const at = (index: number, which: number) => numbers[1 + numbersEach * index + which] ?? 0
  const verdict = verdictOf(limits, (numbers[0] ?? 0) - 1, (index) => {
    const seconds = Math.max(1, Math.ceil(at(index, 1) / 1000))
    const { kind, windowSeconds } = limits[index] ?? { kind: 'rolling', windowSeconds: 1 }
    return {
      count: at(index, 0),
      resetSeconds: kind === 'fixed' ? Math.min(windowSeconds, seconds) : seconds,
    }
  })
  const newest = limits.flatMap((limit, index): [Limit, BucketCount][] =>
    limit.kind === 'rolling' ? [[limit, { bucket: at(index, 2), count: at(index, 3) }]] : [],
  )
  return { verdict, newest }
}
