const dayMs = 86_400_000

/** The last 31 days are enough for every month so far this month. */
export const shownDays = 31

/** UTC midnights, oldest first; the last one begins today. */
export function lastDays(now: Date): readonly Date[] {
  const today = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate())
  return Array.from({ length: shownDays }, (_, back) => new Date(today - (shownDays - 1 - back) * dayMs))
}

/** When the allowance of the day is full again. */
export const nextDay = (now: Date): Date =>
  new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + 1))

const microsOfUnit = 1_000_000

/** Micro-units in units of the currency. */
export const toAmount = (micros: number): number => micros / microsOfUnit
