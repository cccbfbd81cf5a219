import type { Queryable } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import type { CarrierName } from '../number/model.ts'
import type { Unreported } from './rules.ts'

export interface UnreportedMessage extends Unreported {
  readonly carrier: CarrierName
  readonly isLate: boolean
}

/** The oldest of each number, also removed ones. Includes what expired while it waited for another attempt. */
export const unreportedMessages = (
  database: Queryable,
  { takenBefore, now, countMax }: { takenBefore: Date; now: Date; countMax: number },
): Promise<UnreportedMessage[]> =>
  database.rows<UnreportedMessage>(sql`
    select /* sms.reconcile.unreportedMessages */ n.carrier, n.id as "numberId", handed.id, handed.taken_at as "takenAt",
           handed.created_at as "createdAt", handed.expires_at as "expiresAt", handed.is_late as "isLate"
      from sms.number n
      cross join lateral (
        select m.id, m.taken_at, m.created_at, m.expires_at, r.due_at is not null as is_late
          from sms.message m
          left join sms.retry r on r.message_id = m.id
         where m.number_id = n.id and m.status = 'sending' and m.taken_at <= ${takenBefore}
           and (r.due_at is null or m.expires_at <= ${now})
         order by m.taken_at
         limit ${countMax}
      ) handed`)
