import { z } from 'zod'
import { instant } from '../../../api/field.ts'

export const InstallationHealth = z
  .object({
    version: z.string(),
    at: instant(),
    checks: z.array(
      z.object({
        name: z.string().meta({ examples: ['database'] }),
        state: z.enum(['ok', 'warning', 'failed']),
        found: z.string().describe('What was found, or what to do.'),
      }),
    ),
    queues: z.array(
      z.object({
        name: z.string().describe('`people`: a person waits for it. `machines`: everything else.'),
        jobs: z.int().describe('Jobs that are due and have not begun, counted up to ten thousand.'),
        age_seconds: z.number().describe('How long the oldest of them has been due.'),
      }),
    ),
    mail: z.object({
      mode: z.enum(['smtp', 'outbox']),
      waiting: z.int().describe('Mails that wait to be sent.'),
      failed: z.int().describe('Mails that were given up within the last 24 hours.'),
    }),
    numbers: z.object({
      online: z.int(),
      offline: z.int().describe('Numbers whose phone is silent or was never connected.'),
      paused: z.int().describe('Numbers that an operator took offline.'),
    }),
    unrouted: z.int().describe('Incoming texts that belong to no workspace, counted up to a thousand.'),
    storage: z
      .object({ free_bytes: z.int(), size_bytes: z.int() })
      .nullable()
      .describe('The disk of the stored files; null while they are in a bucket.'),
  })
  .meta({ id: 'InstallationHealth' })
