import type { Database, Queryable, Transaction } from '../../database/database.ts'
import { sql } from '../../database/sql.ts'
import { judgeAttempt, secondsUntil, type Throttle, type ThrottleState } from './throttle.ts'

export interface ThrottledTarget {
  /** `share.password:<link>` */
  readonly target: string
  /** Rows are locked in this order, so it must be the same for all attempts of a kind. */
  readonly throttles: readonly Throttle[]
}

const rowsOf = (targets: readonly ThrottledTarget[]) =>
  targets.flatMap(({ target, throttles }) => throttles.map((throttle) => ({ ...throttle, target })))

const column = <Key extends 'target' | 'subject'>(rows: readonly Readonly<Record<Key, string>>[], key: Key) =>
  rows.map((row) => row[key])

/** The seconds to wait, 0 if no wait is known. A cheap look without counting or locking; `takeAttempt` decides. */
export async function throttleWait(
  database: Database,
  targets: readonly ThrottledTarget[],
  now: Date,
): Promise<number> {
  const rows = rowsOf(targets)
  const latest = await database.find<{ next_at: Date | null }>(sql`
    select /* platform.throttle.throttleWait */ max(next_at) as next_at from platform.try
     where (target, subject) in (
       select * from unnest(${column(rows, 'target')}::text[], ${column(rows, 'subject')}::text[]))`)
  return latest?.next_at ? Math.max(0, secondsUntil(latest.next_at, now)) : 0
}

/** Counts at every target, one attempt after another. Resolves to 0 after `work`, or to the seconds to wait, uncounted. */
export const takeAttempt = (
  database: Database,
  targets: readonly ThrottledTarget[],
  now: Date,
  work?: (tx: Transaction) => Promise<void>,
): Promise<number> =>
  database.transaction(async (tx) => {
    const rows = rowsOf(targets)
    const states = await lockStates(tx, rows, now)
    const taken: (ThrottleState & { readonly forgetAt: Date })[] = []
    for (const [at, { policy }] of rows.entries()) {
      const before = states[at]
      if (!before) throw new Error('A throttle row that was just locked is missing.')
      const verdict = judgeAttempt(before, policy, now)
      if ('retrySeconds' in verdict) return verdict.retrySeconds
      const { state } = verdict
      taken.push({ ...state, forgetAt: new Date(state.lastAt.getTime() + policy.forgetSeconds * 1000) })
    }
    const count = tx.run(sql`
      update /* platform.throttle.takeAttempt */ platform.try
         set tries = taken.tries, last_at = ${now}, next_at = taken.next_at, forget_at = taken.forget_at
        from unnest(${column(rows, 'target')}::text[], ${column(rows, 'subject')}::text[],
                    ${taken.map((state) => state.tries)}::int[], ${taken.map((state) => state.nextAt)}::timestamptz[],
                    ${taken.map(({ forgetAt }) => forgetAt)}::timestamptz[])
             as taken (target, subject, tries, next_at, forget_at)
       where try.target = taken.target and try.subject = taken.subject`)
    await Promise.all([count, work?.(tx)])
    return 0
  })

const lockStates = (
  tx: Transaction,
  rows: readonly { readonly target: string; readonly subject: string }[],
  now: Date,
): Promise<readonly ThrottleState[]> =>
  tx.rows<ThrottleState>(sql`
    insert /* platform.throttle.lockStates */ into platform.try (target, subject, tries, last_at, next_at, forget_at)
    select target, subject, 0, ${now}, ${now}, ${now}
      from unnest(${column(rows, 'target')}::text[], ${column(rows, 'subject')}::text[])
           with ordinality as asked (target, subject, place)
     order by place
    on conflict (target, subject) do update set target = excluded.target
    returning tries, last_at as "lastAt", next_at as "nextAt"`)

/** Call it after a successful attempt, because only failures count. */
export const resetThrottle = async (
  database: Queryable,
  { target, throttles }: ThrottledTarget,
): Promise<void> => {
  const subjects = (shared: boolean) =>
    throttles.filter((throttle) => throttle.shared === shared).map(({ subject }) => subject)
  await database.run(sql`
    update /* platform.throttle.resetThrottle */ platform.try
    set tries = case when subject = any(${subjects(true)}) then greatest(tries - 1, 0) else 0 end, next_at = last_at
    where target = ${target} and subject = any(${[...subjects(true), ...subjects(false)]})`)
}

export const deleteExpiredThrottles = (database: Queryable, now: Date, max: number): Promise<number> =>
  database.run(sql`
    delete /* platform.throttle.deleteExpiredThrottles */ from platform.try
    where (target, subject) in (
      select target, subject from platform.try
      where forget_at <= ${now} and next_at <= ${now}
      order by forget_at
      limit ${max}
    )`)
