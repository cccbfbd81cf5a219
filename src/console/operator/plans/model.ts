import { z } from 'zod'
import { text, withLength } from '../../../api/field.ts'
import { isName } from '../../../identity/name.ts'
import { planNameCharactersMax } from '../../../identity/plan/change-plans.ts'
import { Micros, Services, SmsDaily } from '../people/model.ts'

export const OperatorPlan = z
  .object({
    name: z.string(),
    services: z.array(z.enum(['sms', 'files'])),
    sms_daily: z.int().describe('Texts a UTC day.'),
    payg: z.boolean().describe('Whether texts beyond that are metered.'),
    cap_micros: z.int().describe('Monthly cap on metered texts, in micro-units.'),
    price_micros: z.int().describe('Price of a metered segment, in micro-units.'),
    people: z.int().describe('How many people a change affects, counted up to ten thousand.'),
  })
  .meta({ id: 'OperatorPlan' })

export const NewPlanName = withLength(
  { min: 1, max: planNameCharactersMax },
  text()
    .transform((name) => name.trim())
    .refine(
      (name) => isName(name, planNameCharactersMax),
      `must have 1 to ${planNameCharactersMax} characters on one line`,
    ),
)

export const planFields = {
  services: Services,
  sms_daily: SmsDaily,
  payg: z.boolean(),
  cap_micros: Micros,
  price_micros: Micros,
}
