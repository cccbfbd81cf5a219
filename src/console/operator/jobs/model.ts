import { z } from 'zod'
import { instant } from '../../../api/field.ts'
import type { ListedJob } from '../../../platform/jobs/job-store.ts'

export const OperatorJob = z
  .object({
    id: z.int(),
    name: z.string().meta({ examples: ['deliver-mail'] }),
    state: z.enum(['failed', 'waiting', 'running']),
    attempts: z.int(),
    attempts_max: z.int(),
    run_at: instant().describe('When it may run next.'),
    created_at: instant(),
    error: z.string().nullable().describe('Why the last attempt failed.'),
  })
  .meta({ id: 'OperatorJob' })

export const toJob = (row: ListedJob): z.input<typeof OperatorJob> => ({
  ...row,
  run_at: row.run_at.toISOString(),
  created_at: row.created_at.toISOString(),
})
