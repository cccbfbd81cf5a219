import type { Limit, LimitState, LimitVerdict } from './limit.ts'

/** `refusedAt`: index of the refusing limit, -1 if none. */
export function verdictOf(
  limits: readonly Limit[],
  refusedAt: number,
  at: (index: number) => { readonly count: number; readonly resetSeconds: number },
): LimitVerdict {
  const states = limits.map((limit, index): LimitState => {
    const { count, resetSeconds } = at(index)
    return { limit, remaining: Math.max(0, limit.max - count), resetSeconds }
  })
  const refusedBy = states[refusedAt]
  return refusedBy ? { allowed: false, states, refusedBy } : { allowed: true, states }
}
