import type { Queryable, Transaction } from '../../../../platform/database/database.ts'
import { sql } from '../../../../platform/database/sql.ts'

const partsMax = 255

export interface PartNews {
  readonly messageId: number
  readonly parts?: number | undefined
  readonly delivered?: { readonly postId: string; readonly at: Date } | undefined
}

export interface PartCount {
  readonly parts: number | null
  readonly delivered: number
  readonly deliveredAt: Date | null
}

/** Stores what is new and returns what is known. Needs the lock of the message. */
export const noteParts = (
  tx: Transaction,
  { messageId, parts, delivered }: PartNews,
  now: Date,
): Promise<PartCount> => {
  const postIds = delivered ? [delivered.postId] : []
  const at = delivered?.at ?? null
  return tx.one<PartCount>(sql`
    insert /* sms.item.noteParts */ into sms.phone_parts as p (message_id, parts, delivered, delivered_at, noted_at)
    values (${messageId}, ${parts ?? null}, ${postIds}::text[], ${at}, ${now})
    on conflict (message_id) do update
       set parts = coalesce(excluded.parts, p.parts),
           delivered = case when p.delivered @> excluded.delivered or cardinality(p.delivered) >= ${partsMax}
             then p.delivered else p.delivered || excluded.delivered end,
           delivered_at = greatest(p.delivered_at, excluded.delivered_at),
           noted_at = excluded.noted_at
    returning parts, cardinality(delivered) as delivered, delivered_at as "deliveredAt"`)
}

export async function dropParts(tx: Transaction, ids: readonly number[]): Promise<void> {
  await tx.run(sql`
    delete /* sms.item.dropParts */ from sms.phone_parts p
     using sms.message m
     where p.message_id = any (${ids}::bigint[]) and m.id = p.message_id and m.status not in ('sending', 'sent')`)
}

export const deleteParts = (database: Queryable, notedBefore: Date, countMax: number): Promise<number> =>
  database.run(sql`
    delete /* sms.item.deleteParts */ from sms.phone_parts
     where message_id in (
       select message_id from sms.phone_parts where noted_at <= ${notedBefore} order by noted_at limit ${countMax})`)
