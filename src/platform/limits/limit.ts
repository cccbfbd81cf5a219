export interface Limit {
  /** For `details.limit`: `minute`, `day`, `endpoint`, `account_minute`, ... */
  readonly name: string
  /** Requests with the same counter count together: `key:17:minute`. A counter always has one kind and window. */
  readonly counter: string
  readonly max: number
  readonly windowSeconds: number
  /** `fixed`: clock windows (12:00:00 to 12:00:59). `rolling`: the last `windowSeconds`. */
  readonly kind: 'fixed' | 'rolling'
}

export interface LimitState {
  readonly limit: Limit
  readonly remaining: number
  /** At least 1, until the window ends (fixed) or the oldest entry leaves it (rolling). */
  readonly resetSeconds: number
}

export interface LimitVerdict {
  readonly allowed: boolean
  readonly states: readonly LimitState[]
  readonly refusedBy?: LimitState
}

/** The counters are unreachable. The request is refused, never let through. */
export class LimitsUnavailable extends Error {
  override readonly name = 'LimitsUnavailable'
}

/** Atomic: counts for all limits or, if one refuses, for none. */
export interface CounterStore {
  /** Each counter at most once per call. Rejects with LimitsUnavailable. */
  readonly take: (limits: readonly Limit[]) => Promise<LimitVerdict>
  /** Rejects with an OperatorError while nothing can be counted. */
  readonly check: () => Promise<void>
  readonly close: () => Promise<void>
}
