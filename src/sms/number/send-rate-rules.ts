import type { SendRateLimit } from './send-rate.ts'

const dayMs = 86_400_000

const spans = [
  { seconds: 60, field: 'perMinute' },
  { seconds: 1800, field: 'perHalfHour' },
  { seconds: 3600, field: 'perHour' },
  { seconds: 86_400, field: 'perDay' },
] as const
const bucketsASpan = 30

const bucketMs = (spanSeconds: number): number => (spanSeconds * 1000) / bucketsASpan

export const bucketStart = (spanSeconds: number, now: Date): Date =>
  new Date(now.getTime() - (now.getTime() % bucketMs(spanSeconds)))

export interface Bucket {
  readonly spanSeconds: number
  readonly startedAt: Date
  readonly parts: number
}

export interface Budget {
  readonly spanSeconds: number
  readonly partsMax: number
  /** Oldest first. A bucket counts until all of it has left the span. */
  readonly buckets: readonly Bucket[]
  readonly growsAt: Date | null
}

export type PartLimits = Pick<SendRateLimit, 'perMinute' | 'perHalfHour' | 'perHour' | 'perDay'> & {
  readonly warmsUpFrom: Date | null
}

export const hasBudget = (limits: PartLimits): boolean => budgetsOf(limits, [], new Date(0)).length > 0

export function budgetsOf(limits: PartLimits, buckets: readonly Bucket[], now: Date): Budget[] {
  return spans.flatMap(({ seconds, field }) => {
    const warmUp = field === 'perDay' ? warmUpOf(limits.warmsUpFrom, now) : undefined
    const partsMax = Math.min(limits[field] ?? Infinity, warmUp?.partsMax ?? Infinity)
    if (partsMax === Infinity) return []
    const counted = buckets
      .filter(({ spanSeconds, startedAt }) => spanSeconds === seconds && leavesAt(seconds, startedAt) > now)
      .sort((a, b) => a.startedAt.getTime() - b.startedAt.getTime())
    const growsAt = partsMax === limits[field] ? null : (warmUp?.growsAt ?? null)
    return [{ spanSeconds: seconds, partsMax, buckets: counted, growsAt }]
  })
}

const leavesAt = (spanSeconds: number, startedAt: Date): Date =>
  new Date(startedAt.getTime() + bucketMs(spanSeconds) + spanSeconds * 1000)

/** A warm-up starts with the parts that Android allows in half an hour, and grows by half each day. */
const warmUpPartsMin = 30
const warmUpGrowth = 1.5
const warmUpDays = 14

function warmUpOf(from: Date | null, now: Date): { partsMax: number; growsAt: Date } | undefined {
  if (from === null) return undefined
  const days = Math.max(0, Math.floor((now.getTime() - from.getTime()) / dayMs))
  if (days >= warmUpDays) return undefined
  const partsMax = Math.floor(warmUpPartsMin * warmUpGrowth ** days)
  return { partsMax, growsAt: new Date(from.getTime() + (days + 1) * dayMs) }
}

export const partsUsed = ({ buckets }: Budget): number => buckets.reduce((sum, { parts }) => sum + parts, 0)

/** Whether more parts are within the budget. A text larger than the whole budget is sent alone. */
export function fits(budget: Budget, parts: number, more: number): boolean {
  const used = partsUsed(budget) + more
  return used === 0 || used + parts <= budget.partsMax
}

/** When there is room for a part again, after `more` were handed over now; undefined when there is room. */
export function roomAgainAt(budget: Budget, more: number, now: Date): Date | undefined {
  let over = partsUsed(budget) + more - budget.partsMax + 1
  if (over <= 0) return undefined
  let at = leavesAt(budget.spanSeconds, bucketStart(budget.spanSeconds, now))
  for (const { startedAt, parts } of budget.buckets) {
    over -= parts
    if (over > 0) continue
    at = leavesAt(budget.spanSeconds, startedAt)
    break
  }
  return budget.growsAt !== null && budget.growsAt < at ? budget.growsAt : at
}

const outcomesMax = 20
const failuresMax = 10
const coolDownMs = 30 * 60_000

/** One bit an outcome, the latest lowest; a failure is 1. */
export const withOutcomes = (recentFailures: number, outcomes: readonly boolean[]): number =>
  outcomes.reduce((bits, failed) => ((bits << 1) | Number(failed)) & (2 ** outcomesMax - 1), recentFailures)

export function coolsDownUntil(recentFailures: number, now: Date): Date | undefined {
  const failures = recentFailures.toString(2).replaceAll('0', '').length
  return failures < failuresMax ? undefined : new Date(now.getTime() + coolDownMs)
}
