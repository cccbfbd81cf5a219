export interface ThrottlePolicy {
  readonly free: number
  /** The delay after the first attempt beyond `free`. It doubles with every further attempt. */
  readonly firstDelaySeconds: number
  readonly delaySecondsMax: number
  readonly forgetSeconds: number
}

export interface Throttle {
  /** `from:203.0.113.7`, `to:ann@example.com` or `all`. */
  readonly subject: string
  readonly policy: ThrottlePolicy
  /** Set when the subject covers unrelated people: a success then takes back one attempt instead of all. */
  readonly shared: boolean
}

export interface ThrottleState {
  readonly tries: number
  readonly lastAt: Date
  readonly nextAt: Date
}

export const secondsUntil = (instant: Date, now: Date): number =>
  Math.ceil((instant.getTime() - now.getTime()) / 1000)

export function judgeAttempt(
  state: ThrottleState,
  policy: ThrottlePolicy,
  now: Date,
): { readonly state: ThrottleState } | { readonly retrySeconds: number } {
  if (now < state.nextAt) return { retrySeconds: secondsUntil(state.nextAt, now) }
  const forgotten = now.getTime() - state.lastAt.getTime() >= policy.forgetSeconds * 1000
  const tries = (forgotten ? 0 : state.tries) + 1
  const delaySeconds =
    tries <= policy.free
      ? 0
      : Math.min(policy.delaySecondsMax, policy.firstDelaySeconds * 2 ** (tries - policy.free - 1))
  return { state: { tries, lastAt: now, nextAt: new Date(now.getTime() + delaySeconds * 1000) } }
}
