import { z } from 'zod'
import { instant } from '../../api/field.ts'

export const ConsoleAuditEntry = z
  .object({
    id: z.int(),
    at: instant(),
    actor: z
      .enum(['person', 'key', 'operator', 'nobody'])
      .describe('`person` used the app, `key` an API, and `operator` runs the installation.'),
    user: z
      .object({ id: z.int(), name: z.string().nullable(), email: z.string().nullable() })
      .nullable()
      .describe('Who did it, or whose key did; null for an operator.'),
    key: z.object({ id: z.int(), name: z.string().nullable() }).nullable(),
    action: z.string().meta({ examples: ['member.remove'] }),
    target: z
      .string()
      .nullable()
      .meta({ examples: ['user:17'] }),
    target_name: z.string().nullable().describe('Null when the target is gone or has no name.'),
    outcome: z.string().describe('`ok`, or the code of the refusal.'),
    request_id: z.string().nullable(),
    address: z.string().nullable(),
    calls: z.int().describe('How many calls the entry stands for.'),
  })
  .meta({ id: 'ConsoleAuditEntry' })

export type ConsoleAuditEntry = z.output<typeof ConsoleAuditEntry>
