import type { HandlerContext } from '../../api/endpoint.ts'
import type { PrincipalOf } from '../../identity/principal.ts'
import type { Queryable } from '../../platform/database/database.ts'
import { displayPhone } from '../../sms/phone.ts'
import {
  budgetsOf,
  hasBudget,
  partsUsed,
  roomAgainAt,
  type Bucket,
} from '../../sms/number/send-rate-rules.ts'
import { recentParts } from '../../sms/number/send-rate-store.ts'
import { problem } from '../problems.ts'
import type { WorkspaceNumber } from './model.ts'
import { healthOf } from './phone-health.ts'
import { findShownNumber, type ShownNumber } from './store.ts'

/** Pool numbers serve others too: how much they send, and on what phone, is theirs and the operator's. */
const isOwn = ({ workspace_id: workspaceId }: ShownNumber): boolean => workspaceId !== null

/** Throws `number_not_found`, also for numbers of other workspaces. */
export async function requireShown(
  {
    database,
    principal,
  }: Pick<HandlerContext<PrincipalOf<'session'>>, 'principal'> & {
    readonly database: Queryable
  },
  id: number,
): Promise<ShownNumber> {
  const row = await findShownNumber(database, principal.workspaceId, id)
  if (!row) throw problem.number_not_found()
  return row
}

const limitsOf = (row: ShownNumber) => ({
  perMinute: row.per_minute,
  perHalfHour: row.per_half_hour,
  perHour: row.per_hour,
  perDay: row.per_day,
  warmsUpFrom: row.warms_up_from,
})

export async function showNumbers(
  database: Queryable,
  rows: readonly ShownNumber[],
  now: Date,
): Promise<WorkspaceNumber[]> {
  const buckets = await bucketsOf(database, rows.filter(isOwn), now)
  return rows.map((row) => toNumber(row, buckets.get(row.id) ?? [], now))
}

async function bucketsOf(
  database: Queryable,
  rows: readonly ShownNumber[],
  now: Date,
): Promise<ReadonlyMap<number, readonly Bucket[]>> {
  const limited = rows.filter((row) => hasBudget(limitsOf(row))).map(({ id }) => id)
  const parts = limited.length > 0 ? await recentParts(database, limited, now) : []
  return Map.groupBy(parts, ({ numberId }) => numberId)
}

/** What a number used of its budgets. */
export const showBudgets = async (
  database: Queryable,
  row: ShownNumber,
  now: Date,
): Promise<WorkspaceNumber['budgets']> =>
  toBudgets(row, (await bucketsOf(database, [row], now)).get(row.id) ?? [], now)

const toBudgets = (row: ShownNumber, buckets: readonly Bucket[], now: Date): WorkspaceNumber['budgets'] =>
  budgetsOf(limitsOf(row), buckets, now).map((budget) => ({
    span_seconds: budget.spanSeconds,
    used: partsUsed(budget),
    max: budget.partsMax,
    free_at: roomAgainAt(budget, 0, now)?.toISOString() ?? null,
  }))

const toNumber = (row: ShownNumber, buckets: readonly Bucket[], now: Date): WorkspaceNumber => ({
  id: row.id,
  number: row.phone,
  display: displayPhone(row.phone),
  label: row.label,
  carrier: row.carrier,
  dedicated: isOwn(row),
  online: row.online,
  ...(isOwn(row)
    ? {
        last_seen_at: row.last_seen_at?.toISOString() ?? null,
        paused: pauseOf(row, now),
        phone: phoneOf(row),
        budgets: toBudgets(row, buckets, now),
      }
    : { last_seen_at: null, paused: null, phone: null, budgets: [] }),
})

export const pauseOf = ({ paused_until: until, paused_for: reason }: ShownNumber, now: Date) =>
  until !== null && until > now ? { until: until.toISOString(), reason } : null

export function phoneOf(row: ShownNumber): WorkspaceNumber['phone'] {
  if (row.device_id === null || row.enrolled_at === null) return null
  const { batteryPercent, charging, network } = healthOf(row.health)
  return {
    name: row.phone_name,
    app_version: row.app_version,
    enrolled_at: row.enrolled_at.toISOString(),
    sim: row.sim,
    battery_percent: batteryPercent,
    charging,
    network,
    clock_ahead_seconds: row.clock_ahead_seconds ?? 0,
  }
}
