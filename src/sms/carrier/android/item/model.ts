import { z } from 'zod'
import { text } from '../../../../api/field.ts'

export const PhoneMessage = z.object({
  id: z.string().describe('the phone never sends two with one id'),
  textMessage: z.object({ text: z.string() }),
  message: z.string().optional().describe('the text, for old apps'),
  phoneNumbers: z.array(z.string()).describe('exactly one, because states are counted by message'),
  simNumber: z.int().optional(),
  withDeliveryReport: z.literal(true),
  validUntil: z.iso.datetime().describe('afterwards the phone does not send'),
  priority: z.int(),
  createdAt: z.iso.datetime(),
})
export type PhoneMessage = z.output<typeof PhoneMessage>

export const phoneStates = [
  'Pending',
  'Processed',
  'Sent',
  'Delivered',
  'Failed',
  'Cancelling',
  'Cancelled',
] as const

const time = text().max(64)

export const PhoneReport = z.object({
  id: text().max(64),
  state: z.enum(phoneStates),
  recipients: z
    .array(z.object({ error: z.string().nullish() }))
    .max(100)
    .nullish(),
  states: z.partialRecord(z.enum(phoneStates), time).nullish(),
})
export type PhoneReport = z.output<typeof PhoneReport>

export interface PartReport extends PhoneReport {
  readonly partsCount?: number | undefined
  readonly deliveredPart?: string | undefined
}

export interface HeldItem {
  readonly id: number
  readonly phone: string
  readonly body: string
  readonly urgent: boolean
  readonly createdAt: Date
  readonly expiresAt: Date | null
  readonly deviceId: string
  readonly attempt: number
  readonly listedAt: Date
  readonly askedAt: Date | null
  readonly reportedAt: Date | null
}

export const itemId = ({ id, attempt }: Pick<HeldItem, 'id' | 'attempt'>): string => `${id}.${attempt}`

export function parseItemId(text: string): { readonly id: number; readonly attempt: number } | undefined {
  const [, id, attempt] = /^(\d{1,15})\.(\d{1,3})$/.exec(text) ?? []
  return id === undefined ? undefined : { id: Number(id), attempt: Number(attempt) }
}
