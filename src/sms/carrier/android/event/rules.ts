import type { ListeningPhone } from './model.ts'

/** The app starts its fetch anew with each event, which may cut one off that runs. */
export const wakePauseMsMin = 1000
/** A phone that takes nothing, because its budget is used up for example, is woken ever more rarely. */
export const wakePauseMsMax = 60_000

/** When a phone was woken, and when it may be again. */
export interface WakeState {
  readonly atMs: number
  readonly pauseMs: number
  /** When it had last taken something at that time. */
  readonly servedAt: Date | null
}

const isLater = (later: Date | null, earlier: Date | null): boolean =>
  later !== null && (earlier === null || later > earlier)

/** From when on a phone may be woken: at once when it never was, sooner when it took something since. */
export function mayWakeAt(phone: Pick<ListeningPhone, 'servedAt'>, woken: WakeState | undefined): number {
  if (!woken) return Number.NEGATIVE_INFINITY
  return woken.atMs + (isLater(phone.servedAt, woken.servedAt) ? wakePauseMsMin : woken.pauseMs)
}

export const afterWake = (
  { servedAt }: Pick<ListeningPhone, 'servedAt'>,
  before: WakeState | undefined,
  nowMs: number,
): WakeState => ({
  atMs: nowMs,
  pauseMs:
    before && !isLater(servedAt, before.servedAt)
      ? Math.min(wakePauseMsMax, before.pauseMs * 2)
      : wakePauseMsMin,
  servedAt,
})

/** Whether a phone was woken just now and is about to fetch. */
const isOnItsWay = ({ servedAt }: ListeningPhone, woken: WakeState | undefined, nowMs: number): boolean =>
  woken !== undefined && nowMs - woken.atMs < wakePauseMsMin && !isLater(servedAt, woken.servedAt)

/**
 * The phones that have something to fetch: those that a message is meant for, and as many of the pool as there are messages
 * for any, those first that were not woken for longest. A phone that is on its way takes one of them.
 */
export function phonesToWake(
  phones: readonly ListeningPhone[],
  waiting: readonly (number | null)[],
  wokenOf: (phone: ListeningPhone) => WakeState | undefined,
  nowMs: number,
): readonly ListeningPhone[] {
  const meant = new Set(waiting)
  const ready = phones.filter(({ hasRoom, hasOwn }) => hasRoom || hasOwn)
  const named = ready.filter(({ hasOwn, numberId }) => hasOwn || meant.has(numberId))
  const pool = ready.filter((phone) => phone.pool && !named.includes(phone))
  const idle = pool.filter((phone) => !isOnItsWay(phone, wokenOf(phone), nowMs))
  const wanted = waiting.filter((numberId) => numberId === null).length - (pool.length - idle.length)
  const atMs = (phone: ListeningPhone) => wokenOf(phone)?.atMs ?? Number.NEGATIVE_INFINITY
  const byRest = idle.toSorted((a, b) => (atMs(a) < atMs(b) ? -1 : Number(atMs(a) > atMs(b))))
  return [...named, ...byRest.slice(0, Math.max(0, wanted))]
}
