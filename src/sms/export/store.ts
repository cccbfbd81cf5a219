import type { Queryable } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import { currentOptOuts } from '../optout/store.ts'

export interface OptOut {
  readonly phone: string
  readonly opted_out_at: Date
}

export const listOptOuts = (
  database: Queryable,
  workspaceId: number,
  after: string,
  limit: number,
): Promise<OptOut[]> =>
  database.rows<OptOut>(sql`
    select /* sms.export.listOptOuts */ o.phone, o.opted_out_at
      from ${currentOptOuts}
     where o.workspace_id = ${workspaceId} and o.phone > ${after}
     order by o.phone
     limit ${limit}`)
