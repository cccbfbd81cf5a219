import type { Transaction } from '../database/database.ts'
import { sql } from '../database/sql.ts'
import type { EventDraft } from './event.ts'

/** Records an event in the transaction of the change that it tells of: both are there, or neither is. */
export async function emit(
  tx: Transaction,
  { workspaceId, name, data, wildcardOnly = false }: EventDraft,
): Promise<void> {
  await tx.run(sql`
    insert /* platform.outbox.emit */ into platform.event (workspace_id, name, data, wildcard_only, created_at)
    values (${workspaceId}, ${name}, ${JSON.stringify(data)}::jsonb, ${wildcardOnly}, ${tx.now()})`)
}
