import type { Queryable } from '../../platform/database/database.ts'
import { changesSince, type ChangeReason, type NumberChange } from '../../sms/number/change-store.ts'

export interface Stretch {
  readonly from: Date
  readonly until: Date
  readonly online: boolean
  readonly reason: ChangeReason | null
}

/** From `since`, or from when the number was added or moved, until now. Changes are oldest first. The last stretch may be empty. */
export function timelineOf(
  all: readonly NumberChange[],
  { since, now, online, addedAt }: { since: Date; now: Date; online: boolean; addedAt: Date },
): Stretch[] {
  // What was before belongs to the account that had the number then.
  const changes = all.slice(
    Math.max(
      all.findLastIndex(({ reason }) => reason === 'added'),
      0,
    ),
  )
  const first = changes[0]
  const before: Pick<Stretch, 'from' | 'online' | 'reason'> = {
    from: first?.reason === 'added' ? first.at : addedAt > since ? addedAt : since,
    online: first ? (first.reason === 'added' ? first.online : !first.online) : online,
    reason: null,
  }
  const starts = [before, ...changes.map(({ at, ...change }) => ({ from: at, ...change }))]
  return starts
    .map((start, place) => ({ ...start, until: starts[place + 1]?.from ?? now }))
    .filter(({ from, until }, place) => until > from || place === changes.length)
}

const dayMs = 86_400_000

/** A phone that goes and comes all day has a few hundred. */
const changesMax = 1000

/** When a number was online in the last 24 hours, oldest first. */
export async function lastDay(
  database: Queryable,
  {
    id,
    online,
    added_at: addedAt,
  }: { readonly id: number; readonly online: boolean; readonly added_at: Date },
  now: Date,
) {
  const since = new Date(now.getTime() - dayMs)
  const changes = await changesSince(database, id, since, changesMax)
  return timelineOf(changes, { since, now, online, addedAt }).map(({ from, until, ...stretch }) => ({
    from: from.toISOString(),
    until: until.toISOString(),
    ...stretch,
  }))
}
