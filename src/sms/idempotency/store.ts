import type { Queryable, Transaction } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'

/** How long answers are kept: docs/api/sms.md#idempotency. */
export const keptDays = 1

const windowStart = (now: Date): Date => new Date(now.getTime() - keptDays * 86_400_000)

/** Bound keys are separate, because a repeat must not show what its caller could not list. */
export interface IdempotencyKey {
  readonly key: string
  readonly boundTo: number | null
}

/** Undefined where there is none. Exact under the lock of the account, where repeats wait. */
export async function findAnswers(
  tx: Transaction,
  workspaceId: number,
  keys: readonly IdempotencyKey[],
  now: Date,
): Promise<unknown[]> {
  const rows = await tx.rows<{ place: number; answer: unknown }>(sql`
    select /* sms.idempotency.findAnswers */ asked.place, i.answer
      from unnest(${keys.map(({ key }) => key)}::text[], ${keys.map(({ boundTo }) => boundTo)}::bigint[])
             with ordinality as asked (key, bound_to, place)
      join sms.idempotency i
        on i.workspace_id = ${workspaceId} and i.key = asked.key and i.number_id is not distinct from bound_to
     where i.created_at > ${windowStart(now)}`)
  const answers = new Map(rows.map(({ place, answer }) => [place, answer]))
  return keys.map((_, index) => answers.get(index + 1))
}

export interface Answered extends IdempotencyKey {
  readonly answer: unknown
}

/** Needs the lock of the account, under which none of the keys was found. */
export async function keepAnswers(
  tx: Transaction,
  workspaceId: number,
  answered: readonly Answered[],
  now: Date,
): Promise<void> {
  await tx.run(sql`
    insert /* sms.idempotency.keepAnswers */ into sms.idempotency (workspace_id, number_id, key, created_at, answer)
    select ${workspaceId}, number_id, key, ${now}::timestamptz, answer::json
      from unnest(
        ${answered.map(({ boundTo }) => boundTo)}::bigint[], ${answered.map(({ key }) => key)}::text[],
        ${answered.map(({ answer }) => JSON.stringify(answer))}::text[]
      ) as answered (number_id, key, answer)
    on conflict (workspace_id, number_id, key) do update
       set created_at = excluded.created_at, answer = excluded.answer`)
}

export const deleteForgotten = (database: Queryable, before: Date, countMax: number): Promise<number> =>
  database.run(sql`
    delete /* sms.idempotency.deleteForgotten */ from sms.idempotency
     where ctid = any (array(
       select ctid from sms.idempotency
        where created_at <= ${before}
        order by created_at
        limit ${countMax}
          for update skip locked))`)
