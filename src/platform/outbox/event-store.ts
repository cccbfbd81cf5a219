import type { Queryable } from '../database/database.ts'
import { sql } from '../database/sql.ts'

export const deleteOldEvents = (database: Queryable, before: Date, countMax: number): Promise<number> =>
  database.run(sql`
    with /* platform.outbox.deleteOldEvents */ oldest as (
      select id from platform.event order by id limit ${countMax}
    )
    delete from platform.event e using oldest where e.id = oldest.id and e.created_at < ${before}`)

export interface RecordedEvent {
  readonly id: number
  readonly name: string
  readonly data: unknown
  readonly created_at: Date
}

/** Oldest first. A late commit may have a smaller id than an event that was listed before. */
export const listEventsAfter = (
  database: Queryable,
  scopeId: number,
  { after, limit }: { readonly after: number; readonly limit: number },
): Promise<RecordedEvent[]> =>
  database.rows<RecordedEvent>(sql`
    select /* platform.outbox.listEventsAfter */ id, name, data, created_at from platform.event
     where workspace_id = ${scopeId} and id > ${after}
     order by id
     limit ${limit}`)

export async function lastEventId(database: Queryable): Promise<number> {
  const { id } = await database.one<{ id: number }>(sql`
    select /* platform.outbox.lastEventId */ coalesce(max(id), 0) as id from platform.event`)
  return id
}
