import type { CsvCell } from '../../platform/csv.ts'
import type { ConsoleAuditEntry } from './model.ts'

export interface Target {
  readonly kind: string
  readonly id: number
}

/** `user:17`. Targets of refused calls may be paths. */
export function parseTarget(target: string | null): Target | undefined {
  const [, kind, id] = /^([a-z_]+):([1-9]\d{0,14})$/.exec(target ?? '') ?? []
  return kind === undefined ? undefined : { kind, id: Number(id) }
}

export const csvColumns = [
  'time',
  'actor',
  'user_id',
  'name',
  'email',
  'key_id',
  'key_name',
  'action',
  'target',
  'target_name',
  'outcome',
  'request_id',
  'address',
  'calls',
] as const

export const csvCells = (entry: ConsoleAuditEntry): readonly CsvCell[] => [
  entry.at,
  entry.actor,
  entry.user?.id ?? null,
  entry.user?.name ?? null,
  entry.user?.email ?? null,
  entry.key?.id ?? null,
  entry.key?.name ?? null,
  entry.action,
  entry.target,
  entry.target_name,
  entry.outcome,
  entry.request_id,
  entry.address,
  entry.calls,
]
