import type { Queryable, Transaction } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import { systemAccountId } from '../account/model.ts'

/** The last account that wrote. The operator's comes last: a code must not take over a conversation. */
export async function lastWriter(
  tx: Transaction,
  numberId: number,
  phone: string,
): Promise<number | undefined> {
  const row = await tx.first<{ workspace_id: number }>(sql`
    select /* sms.contact.lastWriter */ workspace_id from sms.contact
     where number_id = ${numberId} and phone = ${phone} and wrote_at is not null
     order by workspace_id = ${systemAccountId}, wrote_at desc, wrote_id desc
     limit 1`)
  return row?.workspace_id
}

/** Makes the number the sticky sender for the phone. */
export async function noteReceived(
  tx: Transaction,
  workspaceId: number,
  heard: { readonly phone: string; readonly numberId: number; readonly at: Date },
): Promise<void> {
  await tx.run(sql`
    insert /* sms.contact.noteReceived */ into sms.contact as c (workspace_id, phone, number_id, spoke_at)
    values (${workspaceId}, ${heard.phone}, ${heard.numberId}, ${heard.at})
    on conflict (workspace_id, phone, number_id) do update set spoke_at = greatest(c.spoke_at, excluded.spoke_at)`)
}

export interface RecentWriter {
  readonly id: number
  readonly name: string
  readonly wrote_at: Date
}

/** Workspaces that wrote to the phone from any live number, the last one first. One lookup a number. */
export const recentWriters = (
  database: Queryable,
  phone: string,
  countMax: number,
): Promise<RecentWriter[]> =>
  database.rows<RecentWriter>(sql`
    with /* sms.contact.recentWriters */ wrote as (
      select c.workspace_id, max(c.wrote_at) as at
        from sms.number n
        join sms.contact c on c.number_id = n.id and c.phone = ${phone} and c.wrote_at is not null
       where n.removed_at is null
       group by c.workspace_id
    )
    select w.id, w.name, wrote.at as wrote_at
      from wrote
      join identity.workspace w on w.id = wrote.workspace_id
     order by wrote.at desc, w.id
     limit ${countMax}`)
