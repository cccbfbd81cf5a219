import { IdentityRefusal, refusing } from '../../identity/refusal.ts'
import { utcDay } from '../../platform/clock.ts'
import type { Queryable, Transaction } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import { currentOptOuts } from '../optout/store.ts'
import type { Allowance, Usage } from './rules.ts'

/**
 * Serializes transactions that add messages to this account until commit. The allowance is read under the lock, so it is
 * never exceeded; ids are drawn under it, so one is visible only once all smaller ones are committed or rolled back, and a
 * poller with `since_id` misses nothing. Status changes and foreign keys do not wait for it (NO KEY UPDATE).
 */
export async function lockAccount(tx: Transaction, workspaceId: number): Promise<void> {
  const locked = () =>
    tx.first(sql`
      select /* sms.account.lockAccount */ 1 from sms.account where workspace_id = ${workspaceId} for no key update`)
  if (await locked()) return
  await tx.run(sql`
    insert /* sms.account.lockAccount.2 */ into sms.account (workspace_id) values (${workspaceId}) on conflict do nothing`)
  await locked()
}

export interface AccountStanding {
  readonly allowance: Allowance
  /** Of the UTC day and month. */
  readonly usage: Usage
  readonly optedOut: ReadonlySet<string>
}

/** Undefined when the owner's plan does not include SMS. Exact under the lock of the account. */
export async function standingOf(
  tx: Transaction,
  workspaceId: number,
  now: Date,
  phones: readonly string[],
): Promise<AccountStanding | undefined> {
  const today = utcDay(now)
  const row = await tx.first<Allowance & Usage & { optedOut: string[] }>(sql`
    select /* sms.account.standingOf */
           e.sms_daily as daily, e.payg, e.cap_micros as "capMicros", e.price_micros as "priceMicros",
           used."recipientsToday", used."chargedThisMonthMicros",
           array(
             select o.phone from ${currentOptOuts} where o.workspace_id = w.id and o.phone = any (${phones}::text[])
           ) as "optedOut"
      from identity.workspace w
      join identity.entitlement e on e.user_id = w.owner_id
     cross join (
       select coalesce(sum(recipients) filter (where day = ${today}::date), 0)::int as "recipientsToday",
              coalesce(sum(charged_micros), 0)::bigint as "chargedThisMonthMicros"
         from sms.usage
        where workspace_id = ${workspaceId}
          and day between date_trunc('month', ${today}::date)::date and ${today}::date
     ) used
     where w.id = ${workspaceId} and e.active and 'sms' = any (e.services)`)
  return row && { allowance: row, usage: row, optedOut: new Set(row.optedOut) }
}

export interface AddedUsage {
  readonly recipients: number
  readonly segments: number
  readonly allowance: number
  readonly chargedMicros: number
}

/** Adds usage and appends it to the ledger. Needs the lock of the account. */
export async function addUsage(
  tx: Transaction,
  workspaceId: number,
  now: Date,
  { recipients, segments, allowance, chargedMicros }: AddedUsage,
): Promise<void> {
  await tx.run(sql`
    with /* sms.account.addUsage */ entry as (
      insert into sms.usage_entry (workspace_id, booked_at, day, kind, messages, segments, allowance, micros)
      values (${workspaceId}, ${now}, ${utcDay(now)}, 'send', ${recipients}, ${segments}, ${allowance}, ${chargedMicros})
    )
    insert into sms.usage as u (workspace_id, day, recipients, charged_micros)
    values (${workspaceId}, ${utcDay(now)}, ${recipients}, ${chargedMicros})
    on conflict (workspace_id, day) do update
       set recipients = u.recipients + excluded.recipients,
           charged_micros = u.charged_micros + excluded.charged_micros`)
}

export interface Reversal {
  readonly workspace_id: number
  readonly day: string
  readonly messages: number
  readonly segments: number
  readonly micros: number
}

/** Refunds count in the month of the messages. Locks rows in one order, so that refunds do not deadlock. */
export async function reverseUsage(tx: Transaction, reversals: readonly Reversal[]): Promise<void> {
  await tx.run(sql`
    with /* sms.account.reverseUsage */ back as (
      select * from json_to_recordset(${JSON.stringify(reversals)}::json)
        as r (workspace_id bigint, day date, messages int, segments int, micros bigint)
    ),
    held as (
      select u.workspace_id, u.day, back.micros
        from sms.usage u
        join back on back.workspace_id = u.workspace_id and back.day = u.day
       order by u.workspace_id, u.day
         for no key update of u
    ),
    refund as (
      update sms.usage u
         set charged_micros = u.charged_micros - held.micros
        from held
       where u.workspace_id = held.workspace_id and u.day = held.day
    )
    insert into sms.usage_entry (workspace_id, booked_at, day, kind, messages, segments, allowance, micros)
    select workspace_id, ${tx.now()}, day, 'reversal', messages, segments, 0, -micros from back`)
}

/** `accounts stop-words`. Switching them off does not end opt-outs. Throws `workspace_not_found`. */
export async function switchStopWords(database: Queryable, workspaceId: number, on: boolean): Promise<void> {
  await database
    .run(sql`
    insert /* sms.account.switchStopWords */ into sms.account (workspace_id, stop_words) values (${workspaceId}, ${on})
    on conflict (workspace_id) do update set stop_words = excluded.stop_words`)
    .catch(
      refusing({
        account_customer_id_fkey: () => new IdentityRefusal('workspace_not_found', { workspaceId }),
      }),
    )
}
