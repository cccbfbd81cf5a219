import { z } from 'zod'

export const ConsoleUser = z
  .object({
    id: z.int(),
    email: z.string(),
    first_name: z.string(),
    last_name: z.string(),
    two_step: z.boolean().describe('Whether a log-in asks for a code.'),
    operator: z.boolean(),
  })
  .meta({ id: 'ConsoleUser' })

export const ConsoleSession = z
  .object({
    user: ConsoleUser,
    workspaces: z.array(
      z.object({
        id: z.int(),
        name: z.string(),
        type: z.enum(['personal', 'org']),
        role: z.enum(['owner', 'admin', 'member']),
        demo: z.boolean().describe('Whether it is demo data.'),
        services: z
          .array(z.string())
          .describe('What the plan of the person (files) or of the owner (sms) includes.'),
      }),
    ),
    session_id: z.int(),
    installation: z.object({
      version: z.string(),
      gateway_url: z.string(),
      files_origin_url: z.string(),
      sms_base_url: z.string(),
      phones_url: z.string(),
      mail: z.enum(['smtp', 'outbox']).describe('`outbox`: mails wait for an operator to pass them on.'),
      request_log_days: z.int().describe('0: requests are not recorded.'),
    }),
  })
  .meta({ id: 'ConsoleSession' })
