import type { Queryable, Transaction } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'

/** As `o`. Opt-outs stand also after stop words are switched off. */
export const currentOptOuts = sql`(select * from sms.optout where opted_out_at is not null) o`

/** Exact under the lock of the account. */
export async function optedOutAmong(
  database: Queryable,
  workspaceId: number,
  phones: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await database.rows<{ phone: string }>(sql`
    select /* sms.optout.optedOutAmong */ o.phone
      from ${currentOptOuts}
     where o.workspace_id = ${workspaceId} and o.phone = any (${phones}::text[])`)
  return new Set(rows.map(({ phone }) => phone))
}

export async function handlesStopWords(tx: Transaction, workspaceId: number): Promise<boolean> {
  const { heeds } = await tx.one<{ heeds: boolean }>(sql`
    select /* sms.optout.handlesStopWords */
           stop_words as heeds from sms.account where workspace_id = ${workspaceId}`)
  return heeds
}

/** False when the phone was opted out already. Needs the lock of the account, as all of these do. */
export async function optOut(
  tx: Transaction,
  workspaceId: number,
  phone: string,
  at: Date,
): Promise<boolean> {
  const changed = await tx.run(sql`
    insert /* sms.optout.optOut */ into sms.optout as o (workspace_id, phone, opted_out_at)
    values (${workspaceId}, ${phone}, ${at})
    on conflict (workspace_id, phone) do update set opted_out_at = excluded.opted_out_at
     where o.opted_out_at is null`)
  return changed > 0
}

export async function optIn(tx: Transaction, workspaceId: number, phone: string): Promise<boolean> {
  const changed = await tx.run(sql`
    update /* sms.optout.optIn */ sms.optout set opted_out_at = null
     where workspace_id = ${workspaceId} and phone = ${phone} and opted_out_at is not null`)
  return changed > 0
}

export async function noteHelp(
  tx: Transaction,
  workspaceId: number,
  phone: string,
  { at, since }: { readonly at: Date; readonly since: Date },
): Promise<boolean> {
  const changed = await tx.run(sql`
    insert /* sms.optout.noteHelp */ into sms.optout as o (workspace_id, phone, helped_at)
    values (${workspaceId}, ${phone}, ${at})
    on conflict (workspace_id, phone) do update set helped_at = excluded.helped_at
     where o.helped_at is null or o.helped_at <= ${since}`)
  return changed > 0
}
