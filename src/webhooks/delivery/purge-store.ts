import type { Queryable } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import { pausedLane } from './model.ts'

export const deleteEnded = (database: Queryable, before: Date, countMax: number): Promise<number> =>
  database.run(sql`
    with /* webhooks.delivery.deleteEnded */ oldest as (
      select id from webhooks.delivery order by id limit ${countMax}
    )
    delete from webhooks.delivery d using oldest
     where d.id = oldest.id and (d.status <> 'pending' or d.lane = ${pausedLane}) and d.created_at < ${before}`)
