import type { ChangeReason, NumberChange } from '../../sms/number/change-store.ts'

export interface Stretch {
  readonly from: Date
  readonly until: Date
  readonly online: boolean
  readonly reason: ChangeReason | null
}

/** From `since`, or from when the number was added, until now. Changes are oldest first, and all of the time. */
export function timelineOf(
  changes: readonly NumberChange[],
  { since, now, online, addedAt }: { since: Date; now: Date; online: boolean; addedAt: Date },
): Stretch[] {
  const first = changes[0]
  const begun = addedAt > since || first?.reason === 'added'
  const before: Pick<Stretch, 'from' | 'online' | 'reason'> = {
    from: begun ? addedAt : since,
    online: first ? (first.reason === 'added' ? first.online : !first.online) : online,
    reason: null,
  }
  const starts = [before, ...changes.map(({ at, ...change }) => ({ from: at, ...change }))]
  return starts
    .map((start, place) => ({ ...start, until: starts[place + 1]?.from ?? now }))
    .filter(({ from, until }) => until > from)
}
