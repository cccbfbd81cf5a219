import { Refused } from '../../api/auth-scheme.ts'
import { retryAfter } from '../../api/problem.ts'
import {
  LimitsUnavailable,
  type CounterStore,
  type Limit,
  type LimitState,
} from '../../platform/limits/limit.ts'

export interface LimitDependencies {
  readonly counters: CounterStore
  readonly onRefusal: (limit: string) => void
}

const retryWhenUnavailableSeconds = 5

/** Throws `Refused` as `limit_reached` or `limits_unavailable`. `onCounted` gets the states in both outcomes. */
export async function takeLimits(
  { counters, onRefusal }: LimitDependencies,
  limits: readonly Limit[],
  onCounted: (states: readonly LimitState[]) => void = () => undefined,
): Promise<void> {
  const refused = (reason: 'limit_reached' | 'limits_unavailable', limit: string, seconds: number) => {
    onRefusal(limit)
    return new Refused(reason, { details: { limit }, ...retryAfter(seconds) })
  }
  const verdict = await counters.take(limits).catch((error: unknown) => {
    if (!(error instanceof LimitsUnavailable)) throw error
    throw refused('limits_unavailable', 'unavailable', retryWhenUnavailableSeconds)
  })
  onCounted(verdict.states)
  const { refusedBy } = verdict
  if (refusedBy) throw refused('limit_reached', refusedBy.limit.name, refusedBy.resetSeconds)
}
