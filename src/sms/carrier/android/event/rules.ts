export interface ListeningPhone {
  readonly deviceId: string
  readonly numberId: number
  readonly pool: boolean
  readonly hasRoom: boolean
  readonly hasOwn: boolean
  readonly servedAt: Date | null
}

/** The app restarts its fetch with each event, which may abort a running one. */
export const wakePauseMsMin = 1000
/** Maximum pause for a phone that takes nothing, for example because its budget is used up. */
export const wakePauseMsMax = 60_000

export interface WakeState {
  readonly atMs: number
  readonly pauseMs: number
  readonly servedAt: Date | null
}

const isLater = (later: Date | null, earlier: Date | null): boolean =>
  later !== null && (earlier === null || later > earlier)

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

const isOnItsWay = ({ servedAt }: ListeningPhone, woken: WakeState | undefined, nowMs: number): boolean =>
  woken !== undefined && nowMs - woken.atMs < wakePauseMsMin && !isLater(servedAt, woken.servedAt)

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
