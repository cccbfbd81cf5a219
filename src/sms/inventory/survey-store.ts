import type { Queryable } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import type { CarrierName } from '../number/model.ts'

export const countNumbers = (
  database: Queryable,
): Promise<{ carrier: CarrierName; online: number; offline: number }[]> =>
  database.rows(sql`
    select /* sms.inventory.countNumbers */ carrier, count(*) filter (where online)::int as online,
           count(*) filter (where not online)::int as offline
      from sms.number
     where removed_at is null
     group by carrier`)
