import { AccessRefusal, refusing } from '../../access/refusal.ts'
import { utcDay } from '../../platform/clock.ts'
import type { Queryable, Transaction } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import type { Allowance, Usage } from './rules.ts'

/**
 * Serializes transactions that add messages to this account until commit. Two promises rest on it:
 * - Concurrent sends never exceed the allowance, because allowance and usage are read after the lock.
 * - A poller with `since_id` misses nothing: ids are drawn only after the lock, and the sequence hands them out one by
 *   one, so an id of the account becomes visible only when every smaller one is committed or rolled back.
 * Progress of messages does not take the lock, and foreign keys do not wait for it either (NO KEY UPDATE).
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

/** The plan of the workspace's owner; undefined when it does not include SMS at this moment. */
export async function allowanceOf(tx: Queryable, workspaceId: number): Promise<Allowance | undefined> {
  return tx.first<Allowance>(sql`
    select /* sms.account.allowanceOf */
      e.sms_daily as daily, e.payg, e.cap_micros as "capMicros", e.price_micros as "priceMicros"
      from access.workspace w
      join access.entitlement e on e.user_id = w.owner_id
     where w.id = ${workspaceId} and e.active and 'sms' = any (e.services)`)
}

/** The usage of the account in the UTC day and month of `now`. */
export async function usageOf(tx: Transaction, workspaceId: number, now: Date): Promise<Usage> {
  const today = utcDay(now)
  return tx.one<Usage>(sql`
    select /* sms.account.usageOf */
      coalesce(sum(recipients) filter (where day = ${today}::date), 0)::int as "recipientsToday",
           coalesce(sum(charged_micros), 0)::bigint as "chargedThisMonthMicros"
      from sms.usage
     where workspace_id = ${workspaceId}
       and day between date_trunc('month', ${today}::date)::date and ${today}::date`)
}

export async function addUsage(
  tx: Transaction,
  workspaceId: number,
  now: Date,
  added: { readonly recipients: number; readonly chargedMicros: number },
): Promise<void> {
  await tx.run(sql`
    insert /* sms.account.addUsage */ into sms.usage as u (workspace_id, day, recipients, charged_micros)
    values (${workspaceId}, ${utcDay(now)}, ${added.recipients}, ${added.chargedMicros})
    on conflict (workspace_id, day) do update
       set recipients = u.recipients + excluded.recipients,
           charged_micros = u.charged_micros + excluded.charged_micros`)
}

/** Switches STOP, START and HELP of an account. Throws `workspace_not_found`. */
export async function writeStopWords(tx: Transaction, workspaceId: number, on: boolean): Promise<void> {
  await tx
    .run(sql`
    insert /* sms.account.writeStopWords */ into sms.account (workspace_id, stop_words) values (${workspaceId}, ${on})
    on conflict (workspace_id) do update set stop_words = excluded.stop_words`)
    .catch(
      refusing({
        account_customer_id_fkey: () => new AccessRefusal('workspace_not_found', { workspaceId }),
      }),
    )
}
