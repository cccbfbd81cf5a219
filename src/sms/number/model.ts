import { z } from 'zod'
import { displayPhone } from '../phone.ts'

export const SmsNumber = z
  .object({
    id: z.int().describe('usable as from'),
    number: z.string().describe('E.164'),
    display: z.string().describe('for people'),
    label: z.string(),
    online: z.boolean(),
  })
  .meta({ id: 'PhoneNumber' })
export type SmsNumber = z.output<typeof SmsNumber>

/** How a number reaches the telephone network; ../carriers.ts has those that are available. */
export const carrierNames = ['simulator', 'android', 'smpp'] as const
export type CarrierName = (typeof carrierNames)[number]

/** `phone`: it told that it cannot send at the moment. */
export const pauseReasons = ['failures', 'budget', 'phone'] as const
export type PauseReason = (typeof pauseReasons)[number]

export const labelCharactersMax = 80

export interface NumberRow {
  readonly id: number
  readonly phone: string
  readonly carrier: CarrierName
  /** null: the shared pool. */
  readonly workspace_id: number | null
  readonly label: string
  readonly online: boolean
  readonly outstanding_max: number
  readonly per_minute: number | null
  readonly per_half_hour: number | null
  readonly per_hour: number | null
  readonly per_day: number | null
  readonly warms_up_from: Date | null
  readonly cools_down: boolean
  readonly paused_until: Date | null
  readonly paused_for: PauseReason | null
}

export const toNumber = (row: NumberRow): SmsNumber => ({
  id: row.id,
  number: row.phone,
  display: displayPhone(row.phone),
  label: row.label,
  online: row.online,
})
