import type { z } from 'zod'
import type { Queryable } from '../../../platform/database/database.ts'
import { findCarrier } from '../../../sms/carriers.ts'
import type { CarrierName } from '../../../sms/number/model.ts'
import { unlimited } from '../../../sms/number/send-rate.ts'
import { displayPhone } from '../../../sms/phone.ts'
import { pauseOf, phoneOf, showBudgets } from '../../number/shown-numbers.ts'
import { lastDay } from '../../number/timeline.ts'
import { problem } from '../../problems.ts'
import type { OperatorNumber, OperatorNumberDetails } from './model.ts'
import { countQueued, findNumbers, type ListedNumber } from './store.ts'

export const toNumber = (row: ListedNumber, now: Date): z.input<typeof OperatorNumber> => ({
  id: row.id,
  number: row.phone,
  display: displayPhone(row.phone),
  label: row.label,
  carrier: row.carrier,
  pool: row.workspace_id === null,
  workspace: row.workspace,
  online: row.online,
  last_seen_at: row.last_seen_at?.toISOString() ?? null,
  paused: pauseOf(row, now),
  per_minute: row.per_minute,
  per_half_hour: row.per_half_hour,
  per_hour: row.per_hour,
  per_day: row.per_day,
  outstanding_max: row.outstanding_max,
  warms_up: row.warms_up_from !== null,
  cools_down: row.cools_down,
  added_at: row.added_at.toISOString(),
  sim: row.sim,
  phone: phoneOf(row),
})

/** Throws `number_not_found`. */
export async function numberDetails(
  database: Queryable,
  id: number,
  now: Date,
): Promise<z.input<typeof OperatorNumberDetails>> {
  const [row] = await findNumbers(database, { id, limit: 1 })
  if (!row) throw problem.number_not_found()
  return {
    ...toNumber(row, now),
    defaults: defaultsOf(row.carrier),
    budgets: await showBudgets(database, row, now),
    timeline: await lastDay(database, row, now),
    queued: await countQueued(database, id),
  }
}

function defaultsOf(carrier: CarrierName) {
  const rate = findCarrier(carrier)?.sendRateDefault ?? { ...unlimited, outstandingMax: 1, coolsDown: false }
  return {
    per_minute: rate.perMinute,
    per_half_hour: rate.perHalfHour,
    per_hour: rate.perHour,
    per_day: rate.perDay,
    outstanding_max: rate.outstandingMax,
    warms_up: rate.warmsUp,
    cools_down: rate.coolsDown,
  }
}
