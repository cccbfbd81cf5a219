import type { Database, Queryable, Transaction } from '../../database/database.ts'
import { sql } from '../../database/sql.ts'
import { judgeTry, type Throttle, type TryState } from './throttle.ts'

/** Tries at one thing: the password of a link, the log-in of an account. */
export interface Tries {
  /** The secret: `share.password:<link>`. Tries at different secrets are counted apart. */
  readonly target: string
  /** In the same order for all tries of a kind: that is the order in which their rows are locked. */
  readonly throttles: readonly Throttle[]
}

/**
 * Counts one try before it is judged, so that a thousand at the same moment are a thousand: each waits for the rows of
 * the one before it. Resolves with the seconds that the try has to wait, 0 when it may go on. A refused try is not counted.
 */
export const takeTry = (database: Database, { target, throttles }: Tries, now: Date): Promise<number> =>
  database.transaction(async (tx) => {
    const taken: (Throttle & { readonly state: TryState })[] = []
    for (const throttle of throttles) {
      const verdict = judgeTry(await lockState(tx, target, throttle.subject, now), throttle.policy, now)
      if ('retrySeconds' in verdict) return verdict.retrySeconds
      taken.push({ ...throttle, state: verdict.state })
    }
    for (const { subject, policy, state } of taken) {
      const forgetAt = new Date(state.lastAt.getTime() + policy.forgetSeconds * 1000)
      await tx.run(sql`
        update /* platform.tries.takeTry */ platform.try
        set tries = ${state.tries}, last_at = ${state.lastAt}, next_at = ${state.nextAt}, forget_at = ${forgetAt}
        where target = ${target} and subject = ${subject}`)
    }
    return 0
  })

const lockState = (tx: Transaction, target: string, subject: string, now: Date): Promise<TryState> =>
  tx.one<TryState>(sql`
    insert /* platform.tries.lockState */ into platform.try (target, subject, tries, last_at, next_at, forget_at)
    values (${target}, ${subject}, 0, ${now}, ${now}, ${now})
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
