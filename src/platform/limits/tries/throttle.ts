/** How fast tries may follow each other. */
export interface TryPolicy {
  /** The first tries that have no wait between them. */
  readonly free: number
  /** The wait after the first try that is not free. It doubles with each further one. */
  readonly firstDelaySeconds: number
  readonly delaySecondsMax: number
  /** After this long without a try, all earlier ones are forgotten. */
  readonly forgetSeconds: number
}

/** Whose tries are counted together, and how they are slowed down. */
export interface Throttle {
  /** `from:203.0.113.7`, `to:ann@example.com` or `all`. */
  readonly subject: string
  readonly policy: TryPolicy
  /** Counts people together who have nothing to do with each other: one who succeeds takes back only one try. */
  readonly shared: boolean
}

export interface TryState {
  readonly tries: number
  readonly lastAt: Date
  readonly nextAt: Date
}

export const secondsUntil = (instant: Date, now: Date): number =>
  Math.ceil((instant.getTime() - now.getTime()) / 1000)

/** One more try: the state it leaves, or how long it has to wait. */
export function judgeTry(
  state: TryState,
  policy: TryPolicy,
  now: Date,
): { readonly state: TryState } | { readonly retrySeconds: number } {
  if (now < state.nextAt) return { retrySeconds: secondsUntil(state.nextAt, now) }
  const forgotten = now.getTime() - state.lastAt.getTime() >= policy.forgetSeconds * 1000
  const tries = (forgotten ? 0 : state.tries) + 1
  const delaySeconds =
    tries <= policy.free
      ? 0
      : Math.min(policy.delaySecondsMax, policy.firstDelaySeconds * 2 ** (tries - policy.free - 1))
  return { state: { tries, lastAt: now, nextAt: new Date(now.getTime() + delaySeconds * 1000) } }
}
