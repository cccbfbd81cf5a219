import { z } from 'zod'
import { defineJob } from '../../api/job.ts'
import { purgeInBatches } from '../../platform/jobs/purge-in-batches.ts'
import { deleteRequests } from './store.ts'

const dayMs = 86_400_000

export const purgeRequests = defineJob({
  name: 'purge-requests',
  input: z.object({}),
  // A run deletes two million entries, and one process writes 300,000 in this time.
  every: '*/10 * * * *',
  attemptsMax: 3,
  async run(_payload, { clock, database, settings }) {
    const before = new Date(clock.now().getTime() - settings.requestLogDays * dayMs)
    await purgeInBatches((rowsMax) => deleteRequests(database, before, rowsMax))
  },
})
