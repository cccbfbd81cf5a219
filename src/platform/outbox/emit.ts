import type { Transaction } from '../database/database.ts'
import { sql } from '../database/sql.ts'
import { eventChannel, type EventDraft } from './event.ts'

export async function emit(
  tx: Transaction,
  { scopeId, name, data, wildcardOnly = false, changes = [] }: EventDraft,
): Promise<void> {
  await tx.run(sql`
    insert /* platform.outbox.emit */ into platform.event (workspace_id, name, data, wildcard_only, created_at)
    values (${scopeId}, ${name}, ${JSON.stringify(data)}::jsonb, ${wildcardOnly}, ${tx.now()})`)
  tx.notify(eventChannel)
  for (const change of changes) tx.tell({ scope: scopeId, ...change })
}

export async function emitAll(
  tx: Transaction,
  scopeId: number,
  events: readonly Omit<EventDraft, 'scopeId'>[],
): Promise<void> {
  const names = events.map(({ name }) => name)
  const data = events.map((event) => JSON.stringify(event.data))
  const wildcardOnly = events.map((event) => event.wildcardOnly ?? false)
  await tx.run(sql`
    insert /* platform.outbox.emitAll */ into platform.event (workspace_id, name, data, wildcard_only, created_at)
    select ${scopeId}, name, data::jsonb, wildcard_only, ${tx.now()}
    from unnest(${names}::text[], ${data}::text[], ${wildcardOnly}::boolean[])
      with ordinality as event (name, data, wildcard_only, place)
    order by place`)
  if (events.length > 0) tx.notify(eventChannel)
  for (const change of events.flatMap(({ changes = [] }) => changes)) tx.tell({ scope: scopeId, ...change })
}
