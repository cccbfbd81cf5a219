const hourMs = 60 * 60 * 1000
const dayMs = 24 * hourMs

/** Maximum time without a request; `latestMs` is the maximum overall: docs/account-pages.md#sessions. */
export const idleMs = 14 * dayMs
export const latestMs = 90 * dayMs
/** Minimum interval between extensions, so that most requests write nothing. */
const slideMs = hourMs

export interface SessionTimes {
  readonly seen_at: Date
  readonly expires_at: Date
  readonly ended_at: Date | null
}

/** When the session expires without further requests. */
export const endOf = ({ seen_at, expires_at }: Pick<SessionTimes, 'seen_at' | 'expires_at'>): Date =>
  new Date(Math.min(seen_at.getTime() + idleMs, expires_at.getTime()))

export const isOpen = (session: SessionTimes, now: Date): boolean =>
  session.ended_at === null && endOf(session) > now

export const isToSlide = ({ seen_at }: SessionTimes, now: Date): boolean =>
  now.getTime() - seen_at.getTime() >= slideMs
