import type { Queryable, Transaction } from '../../../../platform/database/database.ts'
import { sql } from '../../../../platform/database/sql.ts'

/** Serializes the posts of a number, so that a text posted in two forms is stored once. */
export async function lockTexts(tx: Transaction, numberId: number): Promise<void> {
  await tx.run(sql`
    select /* sms.post.lockTexts */ 1 from sms.phone where number_id = ${numberId} for no key update`)
}

export const knownCarrierKey = async (
  tx: Transaction,
  numberId: number,
  { messageKeys, carrierKeys }: { messageKeys: readonly string[]; carrierKeys: readonly string[] },
): Promise<string | undefined> => {
  const row = await tx.first<{ carrier_key: string }>(sql`
    select /* sms.post.knownCarrierKey */ carrier_key
      from sms.phone_text where number_id = ${numberId} and message_key = any (${messageKeys}::text[])
    union all
    select carrier_key
      from sms.inbound where number_id = ${numberId} and carrier_key = any (${carrierKeys}::text[])
    limit 1`)
  return row?.carrier_key
}

export async function noteText(
  tx: Transaction,
  text: {
    readonly numberId: number
    readonly messageKey: string
    readonly carrierKey: string
    readonly seenAt: Date
  },
): Promise<void> {
  await tx.run(sql`
    insert /* sms.post.noteText */ into sms.phone_text (number_id, message_key, carrier_key, seen_at)
    values (${text.numberId}, ${text.messageKey}, ${text.carrierKey}, ${text.seenAt})
    on conflict (number_id, message_key) do nothing`)
}

export const deleteTexts = (database: Queryable, before: Date, countMax: number): Promise<number> =>
  database.run(sql`
    delete /* sms.post.deleteTexts */ from sms.phone_text
     where ctid = any (array(
       select ctid from sms.phone_text
        where seen_at <= ${before}
        order by seen_at
        limit ${countMax}
          for update skip locked))`)
