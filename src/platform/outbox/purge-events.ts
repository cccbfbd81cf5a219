import { z } from 'zod'
import { defineJob } from '../jobs/job.ts'
import { purgeInBatches } from '../jobs/purge-in-batches.ts'
import { deleteOldEvents } from './event-store.ts'

/** Subscribers have their copies long before. Operators can list events for a week. */
const keptMs = 7 * 24 * 60 * 60 * 1000

export const purgeEvents = defineJob({
  name: 'purge-events',
  input: z.object({}),
  every: '11 2 * * *',
  attemptsMax: 3,

  async run(_payload, { database, clock }) {
    const before = new Date(clock.now().getTime() - keptMs)
    await purgeInBatches((rowsMax) => deleteOldEvents(database, before, rowsMax), {
      batchRows: 1000,
      batchesMax: Number.POSITIVE_INFINITY,
    })
  },
})
