import { z } from 'zod'
import { idText, instant, refusedAs, text, withLength, wholeNumber } from '../../../api/field.ts'
import { carriers } from '../../../sms/carriers.ts'
import type { SendRateChange } from '../../../sms/number/send-rate.ts'
import { outstandingLimit } from '../../../sms/number/send-rate.ts'
import { Budget, ConnectedPhone, Pause, Stretch } from '../../number/model.ts'
import { labelCharactersMax } from '../../../sms/number/model.ts'

const int4Max = 2_147_483_647
const simMax = 3

export const OfNumber = z.object({
  id: refusedAs('number_not_found', idText()).describe('The ID of a number.'),
})

export const Carrier = z.enum(carriers.map(({ name }) => name))

export const Label = withLength({ max: labelCharactersMax }, text().max(labelCharactersMax))

const partsMax = (span: string) => z.int().nullable().describe(`Parts in any ${span}. null: no limit.`)

const pace = {
  per_minute: partsMax('minute'),
  per_half_hour: partsMax('30 minutes'),
  per_hour: partsMax('hour'),
  per_day: partsMax('24 hours'),
  outstanding_max: z.int().describe('Messages without a report that it may have.'),
  warms_up: z.boolean(),
  cools_down: z.boolean(),
}

const listed = {
  id: z.int(),
  number: z.string().describe('E.164'),
  display: z.string().describe('For people.'),
  label: z.string(),
  carrier: Carrier,
  pool: z.boolean().describe('Whether every workspace with texts may send from it.'),
  workspace: z
    .object({ id: z.int(), name: z.string() })
    .nullable()
    .describe('The only one that may send from it. null with `pool` false: nobody may.'),
  online: z.boolean(),
  last_seen_at: instant().nullable().describe('When its phone last called.'),
  paused: Pause.nullable().describe('It sends nothing before.'),
  ...pace,
  added_at: instant(),
  sim: z.int().nullable().describe('The SIM slot that was chosen. null: the phone decides.'),
  phone: ConnectedPhone.nullable().describe('null: none is connected.'),
}

export const OperatorNumber = z.object(listed).meta({ id: 'OperatorNumber' })

export const OperatorNumberDetails = z
  .object({
    ...listed,
    defaults: z.object(pace).describe('The pace of a new number of this carrier.'),
    budgets: z.array(Budget).describe('What it used of its pace.'),
    timeline: z.array(Stretch).describe('The last 24 hours, oldest first.'),
    queued: z.int().describe('Queued messages that only this number may send. They fail with it.'),
  })
  .meta({ id: 'OperatorNumberDetails' })

export const TakenOut = z
  .array(z.object({ id: z.int(), number: z.string() }))
  .describe('Simulated numbers that left the pool, because it has real ones now.')

const limit = (span: string) =>
  wholeNumber({ min: 1, max: int4Max })
    .nullable()
    .optional()
    .describe(`Parts in any ${span}. null: no limit.`)

export const sendRateFields = {
  per_minute: limit('minute'),
  per_half_hour: limit('30 minutes'),
  per_hour: limit('hour'),
  per_day: limit('24 hours'),
  warms_up: z
    .boolean()
    .optional()
    .describe('Whether the daily parts grow from 30, by half each day. true starts again.'),
  cools_down: z
    .boolean()
    .optional()
    .describe('Whether it pauses for half an hour when 10 of its last 20 messages failed.'),
  outstanding_max: wholeNumber({ min: 1, max: outstandingLimit }).optional(),
}

export const Sim = wholeNumber({ min: 1, max: simMax })
  .nullable()
  .optional()
  .describe('The SIM slot of a phone with several. null: the phone decides.')

const SendRateFields = z.object(sendRateFields)

/** Undefined when nothing of it was sent, because any change ends a pause. */
export function sendRateOf(body: z.output<typeof SendRateFields>): SendRateChange | undefined {
  const change = {
    perMinute: body.per_minute,
    perHalfHour: body.per_half_hour,
    perHour: body.per_hour,
    perDay: body.per_day,
    warmsUp: body.warms_up,
    coolsDown: body.cools_down,
    outstandingMax: body.outstanding_max,
  }
  return Object.values(change).some((value) => value !== undefined) ? change : undefined
}
