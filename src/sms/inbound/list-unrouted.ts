import type { Queryable } from '../../platform/database/database.ts'
import { selectUnrouted } from './unrouted-store.ts'

export interface UnroutedEntry {
  readonly id: number
  readonly number_id: number
  readonly number: string
  readonly from: string
  readonly body: string
  readonly received_at: string
}

/** `unrouted list`: oldest first. */
export async function listUnrouted(
  { database }: { readonly database: Queryable },
  page: { readonly after: number; readonly limit: number },
): Promise<UnroutedEntry[]> {
  const rows = await selectUnrouted(database, page)
  return rows.map((row) => ({
    id: row.id,
    number_id: row.number_id,
    number: row.number,
    from: row.phone,
    body: row.body,
    received_at: row.received_at.toISOString(),
  }))
}
