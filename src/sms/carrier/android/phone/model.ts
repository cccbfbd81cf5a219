import { z } from 'zod'
import { text } from '../../../../api/field.ts'

/** A SIM as the app tells of it. When it enrols, all but the last four characters of the number are asterisks. */
export const SimCard = z.object({
  simNumber: z.int().min(1).max(3).optional(),
  phoneNumber: text().max(64).optional(),
})
export type SimCard = z.output<typeof SimCard>

export const SimCards = z.array(SimCard).max(16).optional()

/** The app of a phone: major and minor version. */
export interface AppVersion {
  readonly major: number
  readonly minor: number
}

/** Where phones find their API, below the phones origin. */
export const mobilePrefix = '/api/mobile/v1'

/** How often a phone that is not connected asks for work and tells of itself. */
export const pingSeconds = 300

/** A phone without contact for this long is offline: twice the ping interval, and a minute for the way. */
export const onlineMsMax = (2 * pingSeconds + 60) * 1000
