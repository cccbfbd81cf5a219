/** A cap on how often something may happen. */
export interface Limit {
  /** Named in `details.limit` of a refusal: `minute`, `day`, `endpoint`, `account_minute`, ... */
  readonly name: string
  /**
   * Whose requests count together: `key:17:minute`. One name always goes with one kind and length of window.
   */
  readonly counter: string
  readonly max: number
  readonly windowSeconds: number
  /** `fixed`: whole windows of the clock (12:00:00 to 12:00:59). `rolling`: the last `windowSeconds`. */
  readonly kind: 'fixed' | 'rolling'
}

export interface LimitState {
  readonly limit: Limit
  /** How many more are allowed now; 0 after a refusal by this limit. */
  readonly remaining: number
  /**
   * Whole seconds, at least 1, until the window ends (fixed) or until the oldest counted one leaves it
   * (rolling).
   */
  readonly resetSeconds: number
}

export interface LimitVerdict {
  readonly allowed: boolean
  /** In the order of the limits asked about. */
  readonly states: readonly LimitState[]
  /** The first limit that refused. */
  readonly refusedBy?: LimitState
}

/**
 * Thrown when the counters cannot be reached: a request that cannot be counted is refused, never let through.
 */
export class LimitsUnavailable extends Error {
  override readonly name = 'LimitsUnavailable'
}

/**
 * Counts in one step: either every limit has room and all are counted, or one refuses and none is counted.
 */
export interface CounterStore {
  /** Each counter at most once in a call. Rejects with LimitsUnavailable when it cannot count. */
  readonly take: (limits: readonly Limit[]) => Promise<LimitVerdict>
  /** Waits until everything is written. */
  readonly close: () => Promise<void>
}
