import { z } from 'zod'
import { instant } from '../../api/field.ts'
import { changeReasons } from '../../sms/number/change-store.ts'
import { pauseReasons } from '../../sms/number/model.ts'

export const Budget = z.object({
  span_seconds: z.int(),
  used: z.int().describe('Parts of the last `span_seconds`.'),
  max: z.int(),
  free_at: instant().nullable().describe('When there is room for a part again; null: there is room.'),
})

export const networks = ['none', 'cellular', 'wifi', 'ethernet', 'other'] as const

export const ConnectedPhone = z.object({
  name: z.string().nullable(),
  app_version: z.string().nullable(),
  enrolled_at: instant(),
  sim: z.int().nullable().describe('The SIM slot that sends and receives; null: the phone decides.'),
  battery_percent: z.int().nullable(),
  charging: z.boolean().nullable(),
  network: z.enum(networks).nullable(),
  clock_ahead_seconds: z.int(),
})

export const Pause = z.object({ until: instant(), reason: z.enum(pauseReasons).nullable() })

export const Stretch = z.object({
  from: instant(),
  until: instant(),
  online: z.boolean(),
  reason: z.enum(changeReasons).nullable().describe('null for numbers of the pool.'),
})

const common = {
  id: z.int(),
  number: z.string(),
  display: z.string(),
  label: z.string(),
  carrier: z.string().meta({ examples: ['android', 'simulator'] }),
  dedicated: z.boolean().describe('Whether no other workspace sends from it.'),
  online: z.boolean(),
  last_seen_at: instant().nullable().describe('When its phone last called; null for numbers of the pool.'),
  paused: Pause.nullable().describe('null also for numbers of the pool.'),
  phone: ConnectedPhone.nullable().describe('null: none is connected, or it is a number of the pool.'),
  budgets: z.array(Budget).describe('Empty for numbers of the pool.'),
}

export const WorkspaceNumber = z.object(common).meta({ id: 'WorkspaceNumber' })
export type WorkspaceNumber = z.input<typeof WorkspaceNumber>

export const WorkspaceNumberDetails = z
  .object({
    ...common,
    added_at: instant(),
    waiting: z.int().describe('Texts of this workspace that wait for this number, counted up to 1,000.'),
    handed: z.int().describe('Texts of this workspace that it has and did not report on, up to 1,000.'),
    timeline: z.array(Stretch).describe('The last 24 hours, oldest first.'),
  })
  .meta({ id: 'WorkspaceNumberDetails' })

export const PhoneEnrolment = z
  .object({
    code: z.string().describe('Eight digits, for one phone.'),
    token: z.string().describe('The private token of the app.'),
    url: z.string().describe('The API URL of the app.'),
    qr: z.string().describe('An SVG document: a QR code with address, token, and code, a line each.'),
    expires_at: instant().describe('Until when the code works.'),
  })
  .meta({ id: 'PhoneEnrolment' })
