import { z } from 'zod'
import { instant, refusedAs, idText, text, withLength, wholeNumber } from '../../../api/field.ts'
import type { ListedPerson, ShownPerson } from './store.ts'

export const OfPerson = z.object({
  id: refusedAs('user_not_found', idText()).describe('The ID of a person.'),
})

const listed = {
  id: z.int(),
  email: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  created_at: instant(),
  disabled_at: instant().nullable(),
  delete_at: instant()
    .nullable()
    .describe('When they are deleted for good; null: they are not being deleted.'),
  operator: z.boolean(),
  demo: z.boolean().describe('Whether it is a made-up person of the demo.'),
  plan: z.string().nullable().describe('null: the plan of their sponsor.'),
  active: z.boolean().describe('Whether the plan is paid for.'),
}

export const OperatorPerson = z.object(listed).meta({ id: 'OperatorPerson' })

const service = z.enum(['sms', 'files'])

const limits = {
  services: z.array(service),
  sms_daily: z.int(),
  payg: z.boolean(),
  cap_micros: z.int(),
  price_micros: z.int(),
}

export const OperatorPersonDetails = z
  .object({
    ...listed,
    email_verified_at: instant().nullable(),
    has_password: z.boolean(),
    two_step: z.boolean(),
    created_by: z.int().nullable().describe('The person whose provisioning key created the account.'),
    sponsor: z.object({ id: z.int(), email: z.string() }).nullable().describe('Who pays for the account.'),
    provisioning: z.enum(['none', 'requested', 'approved', 'declined', 'revoked']),
    sessions: z.int().describe('Open log-ins.'),
    keys: z.int().describe('Keys that are not revoked, counted up to ten thousand.'),
    limits: z.object(limits).describe('What the plan comes to.'),
    own: z
      .object({
        services: z.array(service).nullable(),
        sms_daily: z.int().nullable(),
        payg: z.boolean().nullable(),
        cap_micros: z.int().nullable(),
        price_micros: z.int().nullable(),
      })
      .describe('Values that go before those of the plan; null: the value of the plan.'),
    workspaces: z
      .array(
        z.object({
          id: z.int(),
          name: z.string(),
          type: z.enum(['personal', 'org']),
          role: z.enum(['owner', 'admin', 'member']),
        }),
      )
      .describe('At most 500.'),
  })
  .meta({ id: 'OperatorPersonDetails' })

const int4Max = 2_147_483_647

export const Services = z.array(service).transform((names) => [...new Set(names)])
export const SmsDaily = wholeNumber({ min: 0, max: int4Max })
export const Micros = wholeNumber({ min: 0, max: Number.MAX_SAFE_INTEGER })
export const PlanName = withLength({ min: 1, max: 100 }, text())

const time = (at: Date | null): string | null => at?.toISOString() ?? null

export const toPerson = ({ operator_since, ...row }: ListedPerson): z.input<typeof OperatorPerson> => ({
  ...row,
  created_at: row.created_at.toISOString(),
  disabled_at: time(row.disabled_at),
  delete_at: time(row.delete_at),
  operator: operator_since !== null,
})

export const toDetails = (
  row: ShownPerson,
  workspaces: z.input<typeof OperatorPersonDetails>['workspaces'],
): z.input<typeof OperatorPersonDetails> => ({
  ...toPerson(row),
  email_verified_at: time(row.email_verified_at),
  has_password: row.has_password,
  two_step: row.two_step,
  created_by: row.created_by,
  sponsor: row.sponsor_id === null ? null : { id: row.sponsor_id, email: row.sponsor_email ?? '' },
  provisioning: row.provisioning,
  sessions: row.sessions,
  keys: row.keys,
  limits: row.limits,
  own: row.own,
  workspaces,
})
