import type { Database, Queryable, Transaction } from '../../database/database.ts'
import { sql } from '../../database/sql.ts'
import { judgeTry, secondsUntil, type Throttle, type TryState } from './throttle.ts'

/** Tries at one thing: the password of a link, the log-in of an account. */
export interface Tries {
  /** The secret: `share.password:<link>`. Tries at different secrets are counted apart. */
  readonly target: string
  /** In the same order for all tries of a kind: that is the order in which their rows are locked. */
  readonly throttles: readonly Throttle[]
}

/** A row of each throttle at each secret, in the order in which they are locked. */
const rowsOf = (tries: readonly Tries[]) =>
  tries.flatMap(({ target, throttles }) => throttles.map((throttle) => ({ ...throttle, target })))

const column = <Key extends 'target' | 'subject'>(rows: readonly Readonly<Record<Key, string>>[], key: Key) =>
  rows.map((row) => row[key])

/**
 * The seconds that a try has to wait, 0 when nothing is known that speaks against it. Neither counts nor locks, so that somebody
 * who does not wait costs little.
 */
export async function triesWait(database: Database, tries: readonly Tries[], now: Date): Promise<number> {
  const rows = rowsOf(tries)
  const latest = await database.find<{ next_at: Date | null }>(sql`
    select /* platform.tries.triesWait */ max(next_at) as next_at from platform.try
     where (target, subject) in (
       select * from unnest(${column(rows, 'target')}::text[], ${column(rows, 'subject')}::text[]))`)
  return latest?.next_at ? Math.max(0, secondsUntil(latest.next_at, now)) : 0
}

/**
 * Counts one try at each of the secrets before any is judged, so that a thousand at the same moment are a thousand: each waits for
 * the rows of the one before it. Resolves with the seconds that the try has to wait, 0 when it may go on: then `work` has been
 * done too. A refused try is not counted anywhere.
 */
export const takeTry = (
  database: Database,
  tries: readonly Tries[],
  now: Date,
  work?: (tx: Transaction) => Promise<void>,
): Promise<number> =>
  database.transaction(async (tx) => {
    const rows = rowsOf(tries)
    const states = await lockStates(tx, rows, now)
    const taken: (TryState & { readonly forgetAt: Date })[] = []
    for (const [at, { policy }] of rows.entries()) {
      const before = states[at]
      if (!before) throw new Error('A row of tries that was just locked is missing.')
      const verdict = judgeTry(before, policy, now)
      if ('retrySeconds' in verdict) return verdict.retrySeconds
      const { state } = verdict
      taken.push({ ...state, forgetAt: new Date(state.lastAt.getTime() + policy.forgetSeconds * 1000) })
    }
    const count = tx.run(sql`
      update /* platform.tries.takeTry */ platform.try
         set tries = taken.tries, last_at = ${now}, next_at = taken.next_at, forget_at = taken.forget_at
        from unnest(${column(rows, 'target')}::text[], ${column(rows, 'subject')}::text[],
                    ${taken.map((state) => state.tries)}::int[], ${taken.map((state) => state.nextAt)}::timestamptz[],
                    ${taken.map(({ forgetAt }) => forgetAt)}::timestamptz[])
             as taken (target, subject, tries, next_at, forget_at)
       where try.target = taken.target and try.subject = taken.subject`)
    await Promise.all([count, work?.(tx)])
    return 0
  })

/** Their rows, made where there are none, in the order of `rows`. */
const lockStates = (
  tx: Transaction,
  rows: readonly { readonly target: string; readonly subject: string }[],
  now: Date,
): Promise<readonly TryState[]> =>
  tx.rows<TryState>(sql`
    insert /* platform.tries.lockStates */ into platform.try (target, subject, tries, last_at, next_at, forget_at)
    select target, subject, 0, ${now}, ${now}, ${now}
      from unnest(${column(rows, 'target')}::text[], ${column(rows, 'subject')}::text[])
           with ordinality as asked (target, subject, place)
     order by place
    on conflict (target, subject) do update set target = excluded.target
    returning tries, last_at as "lastAt", next_at as "nextAt"`)

/** Takes back a try that succeeded: only failures count. */
export const forgiveTry = async (database: Queryable, { target, throttles }: Tries): Promise<void> => {
  const subjects = (shared: boolean) =>
    throttles.filter((throttle) => throttle.shared === shared).map(({ subject }) => subject)
  await database.run(sql`
    update /* platform.tries.forgiveTry */ platform.try
    set tries = case when subject = any(${subjects(true)}) then greatest(tries - 1, 0) else 0 end, next_at = last_at
    where target = ${target} and subject = any(${[...subjects(true), ...subjects(false)]})`)
}

/** Deletes states that count no longer, `max` at most. Resolves with how many. */
export const deleteForgottenTries = (database: Queryable, now: Date, max: number): Promise<number> =>
  database.run(sql`
    delete /* platform.tries.deleteForgottenTries */ from platform.try
    where (target, subject) in (
      select target, subject from platform.try
      where forget_at <= ${now} and next_at <= ${now}
      order by forget_at
      limit ${max}
    )`)
