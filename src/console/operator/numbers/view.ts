import { z } from 'zod'
import type { Queryable } from '../../../platform/database/database.ts'
import { findCarrier } from '../../../sms/carriers.ts'
import type { CarrierName } from '../../../sms/number/model.ts'
import { unlimited } from '../../../sms/number/send-rate.ts'
import { displayPhone } from '../../../sms/phone.ts'
import { problem } from '../../problems.ts'
import type { OperatorNumber, OperatorNumberDetails } from './model.ts'
import { countQueued, findNumbers, type ListedNumber } from './store.ts'

const Health = z.object({
  checks: z.object({ 'battery:level': z.object({ observedValue: z.number() }) }),
})

export function toNumber(row: ListedNumber, now: Date): z.input<typeof OperatorNumber> {
  const { has_phone, phone_name: name, app_version, connected_at, last_seen_at, health, sim, ...number } = row
  const pauses = row.paused_until !== null && row.paused_until > now
  const battery = Health.safeParse(health).data?.checks['battery:level'].observedValue ?? null
  return {
    ...number,
    display: displayPhone(row.number),
    paused_until: pauses ? row.paused_until.toISOString() : null,
    added_at: row.added_at.toISOString(),
    phone: has_phone
      ? {
          name,
          app_version,
          connected_at: connected_at?.toISOString() ?? null,
          last_seen_at: last_seen_at?.toISOString() ?? null,
          battery,
          sim,
        }
      : null,
  }
}

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
