import type { Queryable } from '../../../platform/database/database.ts'
import { sql } from '../../../platform/database/sql.ts'

/** The key under which a text with this id of the app is stored; undefined for a new one. */
export const knownCarrierKey = async (
  database: Queryable,
  numberId: number,
  messageKey: string,
): Promise<string | undefined> => {
  const row = await database.find<{ carrier_key: string }>(sql`
    select /* sms.post.knownCarrierKey */ carrier_key
      from sms.phone_text where number_id = ${numberId} and message_key = ${messageKey}`)
  return row?.carrier_key
}

export async function noteText(
  database: Queryable,
  text: {
    readonly numberId: number
    readonly messageKey: string
    readonly carrierKey: string
    readonly seenAt: Date
  },
): Promise<void> {
  await database.run(sql`
    insert /* sms.post.noteText */ into sms.phone_text (number_id, message_key, carrier_key, seen_at)
    values (${text.numberId}, ${text.messageKey}, ${text.carrierKey}, ${text.seenAt})
    on conflict (number_id, message_key) do nothing`)
}

/** Forgets at most `countMax` texts that were seen before a time; returns how many. */
export const deleteTexts = (database: Queryable, before: Date, countMax: number): Promise<number> =>
  database.run(sql`
    delete /* sms.post.deleteTexts */ from sms.phone_text
     where ctid = any (array(
       select ctid from sms.phone_text
        where seen_at <= ${before}
        order by seen_at
        limit ${countMax}
          for update skip locked))`)
