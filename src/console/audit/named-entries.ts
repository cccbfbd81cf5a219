import type { AuditRow } from '../../identity/audit/store.ts'
import type { Queryable } from '../../platform/database/database.ts'
import type { ConsoleAuditEntry } from './model.ts'
import { parseTarget } from './rules.ts'
import { findNames, type Named } from './store.ts'

/** Puts names to the IDs of entries of one workspace. An operator's own data stays out. */
export async function namedEntries(
  database: Queryable,
  workspaceId: number,
  rows: readonly AuditRow[],
): Promise<ConsoleAuditEntry[]> {
  if (rows.length === 0) return []
  const targets = rows.flatMap(({ target }) => parseTarget(target) ?? [])
  const idsOf = (kind: string) => targets.flatMap((target) => (target.kind === kind ? [target.id] : []))
  const ids = {
    user: [...idsOf('user'), ...rows.flatMap(({ user_id: id }) => id ?? [])],
    key: [...idsOf('key'), ...rows.flatMap(({ key_id: id }) => id ?? [])],
    invitation: idsOf('invitation'),
    webhook: idsOf('webhook'),
    number: idsOf('number'),
  }
  const names = new Map(
    (await findNames(database, workspaceId, ids)).map((named) => [`${named.kind}:${named.id}`, named]),
  )
  return rows.map((row) => toEntry(row, names))
}

function toEntry(row: AuditRow, names: ReadonlyMap<string, Named>): ConsoleAuditEntry {
  const byOperator = row.actor === 'operator'
  const user = names.get(`user:${row.user_id}`)
  return {
    id: row.id,
    at: row.at.toISOString(),
    actor: row.actor,
    user:
      byOperator || row.user_id === null
        ? null
        : { id: row.user_id, name: user?.person ?? null, email: user?.name ?? null },
    key: row.key_id === null ? null : { id: row.key_id, name: names.get(`key:${row.key_id}`)?.name ?? null },
    action: row.action,
    target: row.target,
    target_name: names.get(row.target ?? '')?.name ?? null,
    outcome: row.outcome,
    request_id: row.request_id,
    address: byOperator ? null : row.address,
    calls: row.calls,
  }
}
