import type { Queryable, Transaction } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'

/** How long an answer is remembered: docs/api/sms.md#idempotency. */
const windowMs = 24 * 60 * 60 * 1000

const windowStart = (now: Date): Date => new Date(now.getTime() - windowMs)

/** Whose key it is. A repeat must not show what this caller could not list, so a binding has keys of its own. */
export interface KeyHolder {
  readonly workspaceId: number
  /** The number that the API key is bound to. */
  readonly boundTo: number | null
}

/**
 * Takes the key for this transaction, or returns the answer that was given under it. While another transaction has the
 * key this waits: for its answer when it commits, for the key when it fails, so that failures are not remembered.
 */
export async function takeKey(
  tx: Transaction,
  { workspaceId, boundTo }: KeyHolder,
  key: string,
  now: Date,
): Promise<unknown> {
  const taken = await tx.run(sql`
    insert /* sms.idempotency.takeKey */ into sms.idempotency as i (workspace_id, number_id, key, created_at)
    values (${workspaceId}, ${boundTo}, ${key}, ${now})
    on conflict (workspace_id, number_id, key) do update
       set created_at = excluded.created_at, answer = null
     where i.created_at <= ${windowStart(now)}`)
  if (taken > 0) return undefined
  const { answer } = await tx.one<{ answer: unknown }>(sql`
    select /* sms.idempotency.takeKey.2 */
      answer from sms.idempotency
     where workspace_id = ${workspaceId} and number_id is not distinct from ${boundTo} and key = ${key}`)
  return answer
}

/** Remembers the answer; committed together with what it reports. */
export async function keepAnswer(
  tx: Transaction,
  { workspaceId, boundTo }: KeyHolder,
  key: string,
  answer: unknown,
): Promise<void> {
  await tx.run(sql`
    update /* sms.idempotency.keepAnswer */ sms.idempotency set answer = ${JSON.stringify(answer)}::json
     where workspace_id = ${workspaceId} and number_id is not distinct from ${boundTo} and key = ${key}`)
}

/** Removes at most `countMax` expired answers; returns how many. */
export const deleteForgotten = (database: Queryable, now: Date, countMax: number): Promise<number> =>
  database.run(sql`
    delete /* sms.idempotency.deleteForgotten */ from sms.idempotency
     where ctid = any (array(
       select ctid from sms.idempotency
        where created_at <= ${windowStart(now)}
        order by created_at
        limit ${countMax}
          for update skip locked))`)
