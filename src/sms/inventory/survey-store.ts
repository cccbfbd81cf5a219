import type { Queryable } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import type { Carrier } from '../number/model.ts'

export const countNumbers = (
  database: Queryable,
): Promise<{ carrier: Carrier; state: 'online' | 'offline' | 'paused'; count: number }[]> =>
  database.rows(sql`
    select /* sms.number.countNumbers */ n.carrier,
           case when n.online then 'online' when n.carrier = 'simulator' or p.paused then 'paused' else 'offline' end as state,
           count(*)::int as count
      from sms.number n
      left join sms.phone p on p.number_id = n.id
     where n.removed_at is null
     group by 1, 2`)
