import type { Queryable, Transaction } from '../../platform/database/database.ts'
import { type Fragment, sql } from '../../platform/database/sql.ts'
import { type Reversal, reverseUsage } from '../account/store.ts'
import type { MessageError } from './model.ts'

type Ending =
  | { readonly status: 'expired' | 'cancelled' }
  | { readonly status: 'failed'; readonly error: MessageError }

/** Refunds metered charges. `picked` locks rows of the queue: a message is claimed, cancelled or expired once. */
async function endQueued(tx: Transaction, picked: Fragment, ending: Ending): Promise<number> {
  const error = ending.status === 'failed' ? ending.error : undefined
  const detail = error ? `${error.code}: ${error.message}` : null
  const { count, reversals, changes } = await tx.one<{
    count: number
    reversals: Reversal[]
    changes: { scope: number; ids: number[] }[]
  }>(sql`
    with /* sms.message.endQueued */ picked as (${picked}),
    unqueued as (
      delete from sms.queue q using picked where q.message_id = picked.message_id
      returning q.workspace_id, q.message_id
    ),
    reversal as (
      select m.workspace_id, (m.created_at at time zone 'UTC')::date as day, count(*) as messages,
             sum(m.segments) as segments, sum(m.charge_micros) as micros
        from picked
        join sms.message m on m.id = picked.message_id
       where m.charge_micros > 0
       group by 1, 2
    ),
    ended as (
      update sms.message m
         set status = ${ending.status}, charge_micros = 0,
             error_code = ${error?.code ?? null}, error_message = ${error?.message ?? null}
        from picked
       where m.id = picked.message_id
    ),
    noted as (
      insert into sms.handoff (message_id, number_id, at, what, detail)
      select message_id, null, ${tx.now()}::timestamptz, ${ending.status}::text, ${detail}::text
        from picked
    )
    select (select count(*) from picked)::int as count,
           (select coalesce(json_agg(reversal), '[]') from reversal) as reversals,
           (select coalesce(json_agg(change), '[]') from (
              select workspace_id as scope, json_agg(message_id) as ids from unqueued group by 1
            ) change) as changes`)
  for (const change of changes) tx.tell({ topic: 'messages', ...change })
  if (reversals.length > 0) await reverseUsage(tx, reversals)
  return count
}

export async function nextExpiry(database: Queryable): Promise<Date | null> {
  const { at } = await database.one<{ at: Date | null }>(sql`
    select /* sms.message.nextExpiry */ min(expires_at) as at from sms.queue`)
  return at
}

export const expireQueued = (tx: Transaction, now: Date, countMax: number): Promise<number> => {
  const due = sql`
    (select message_id from sms.queue
      where expires_at <= ${now}
      order by expires_at
      limit ${countMax}
        for update skip locked)`
  return endQueued(tx, due, { status: 'expired' })
}

export async function cancelQueued(tx: Transaction, id: number): Promise<boolean> {
  const one = sql`(select message_id from sms.queue where message_id = ${id} for update)`
  return (await endQueued(tx, one, { status: 'cancelled' })) > 0
}

/** Fails queued messages of an account to a phone. Needs the lock of the account. */
export const failQueuedTo = (
  tx: Transaction,
  workspaceId: number,
  phone: string,
  error: MessageError,
): Promise<number> => {
  const waiting = sql`
    (select q.message_id
       from sms.message m
       join sms.queue q on q.message_id = m.id
      where m.workspace_id = ${workspaceId} and m.phone = ${phone} and m.status = 'queued'
      order by q.message_id
        for update of q)`
  return endQueued(tx, waiting, { status: 'failed', error })
}

/** Fails messages queued for one number, except those of `keptFor`. The caller has locked the number for update. */
export const failQueuedOn = (
  tx: Transaction,
  numberId: number,
  keptFor: number | null,
  error: MessageError,
): Promise<number> => {
  const waiting = sql`
    (select message_id from sms.queue
      where lane = ${numberId} and workspace_id is distinct from ${keptFor}::bigint
      order by message_id
        for update)`
  return endQueued(tx, waiting, { status: 'failed', error })
}

/** Fails the oldest of all queued messages. */
export const failOldestQueued = (tx: Transaction, error: MessageError, countMax: number): Promise<number> => {
  const oldest = sql`
    (select message_id from sms.queue order by message_id limit ${countMax} for update)`
  return endQueued(tx, oldest, { status: 'failed', error })
}
