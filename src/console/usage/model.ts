import { z } from 'zod'
import { instant } from '../../api/field.ts'

const amount = () => z.number().describe('In units of the currency that the operator bills in.')

export const WorkspaceUsage = z
  .object({
    storage: z.object({
      used: z.int().describe('Bytes.'),
      limit: z.int().nullable().describe('Bytes; null when unlimited.'),
      files: z.int(),
      folders: z.int(),
    }),
    texts: z.object({
      today: z.int().describe('Recipients of this UTC day.'),
      allowance: z.int().describe('Recipients a UTC day that the plan includes.'),
      resets_at: instant(),
    }),
    metered: z
      .object({
        amount: amount(),
        cap: amount().describe('0 when texts beyond the allowance are refused.'),
        price: amount().describe('Of one part of a text.'),
      })
      .nullable()
      .describe('This UTC month. Null for members.'),
    days: z
      .array(z.object({ day: z.iso.date(), texts: z.int(), metered: amount().nullable() }))
      .describe('The last 31 UTC days, oldest first. `metered` is null for members.'),
    plan: z
      .object({
        active: z.boolean(),
        services: z.array(z.string()),
        metering: z.boolean().describe('Whether texts beyond the allowance are sent and metered.'),
      })
      .describe('The plan of the owner.'),
  })
  .meta({ id: 'WorkspaceUsage' })
