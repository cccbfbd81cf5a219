import type { Queryable } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import type { Carrier } from '../number/model.ts'
import type { HandedMessage } from '../queue/model.ts'

export interface UnreportedMessage extends HandedMessage {
  readonly carrier: Carrier
  readonly createdAt: Date
  readonly expiresAt: Date | null
}

/** What numbers, removed ones too, were handed before a time and did not tell of, the oldest of each first. */
export const unreportedMessages = (
  database: Queryable,
  takenBefore: Date,
  countMax: number,
): Promise<UnreportedMessage[]> =>
  database.rows<UnreportedMessage>(sql`
    select /* sms.carrier.unreportedMessages */ n.carrier, n.id as "numberId", handed.id, handed.taken_at as "takenAt",
           handed.created_at as "createdAt", handed.expires_at as "expiresAt"
      from sms.number n
      cross join lateral (
        select m.id, m.taken_at, m.created_at, m.expires_at
          from sms.message m
         where m.number_id = n.id and m.status = 'sending' and m.taken_at <= ${takenBefore}
           and not exists (select from sms.retry r where r.message_id = m.id and r.due_at is not null)
         order by m.taken_at
         limit ${countMax}
      ) handed`)
