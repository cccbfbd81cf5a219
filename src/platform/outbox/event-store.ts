import type { Queryable } from '../database/database.ts'
import { sql } from '../database/sql.ts'

/** Deletes what is that old among the `countMax` oldest events; returns how many. */
export const deleteOldEvents = (database: Queryable, before: Date, countMax: number): Promise<number> =>
  database.run(sql`
    with /* platform.outbox.deleteOldEvents */ oldest as (
      select id from platform.event order by id limit ${countMax}
    )
    delete from platform.event e using oldest where e.id = oldest.id and e.created_at < ${before}`)
