import { z } from 'zod'
import { text } from '../../../../api/field.ts'

/** When the app enrolls, all but the last four characters of the number are asterisks. */
export const SimCard = z.object({
  simNumber: z.int().min(1).max(3).optional(),
  phoneNumber: text().max(64).optional(),
})
export type SimCard = z.output<typeof SimCard>

export const SimCards = z.array(SimCard).max(16).optional()

export interface AppVersion {
  readonly major: number
  readonly minor: number
}

export const mobilePrefix = '/api/mobile/v1'

export const pingSeconds = 300

/** Silence after which a phone is offline: two ping intervals and a minute. */
export const onlineMsMax = (2 * pingSeconds + 60) * 1000
