import type { Queryable } from '../database/database.ts'
import { sql } from '../database/sql.ts'

export const deleteEventsOf = (database: Queryable, scopeId: number, max: number): Promise<number> =>
  database.run(sql`
    delete /* platform.outbox.deleteEventsOf */ from platform.event
     where id = any (array(select id from platform.event where workspace_id = ${scopeId} limit ${max}))`)
