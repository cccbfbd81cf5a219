import { z } from 'zod'
import { defineJob } from '../jobs/job.ts'
import { deleteOldEvents } from './event-store.ts'

const batchMax = 1000
/** Those who are to be told have a copy by then. What is left is for the operator to look at. */
const keptMs = 7 * 24 * 60 * 60 * 1000

/** Forgets events after a week. */
export const purgeEvents = defineJob({
  name: 'purge-events',
  input: z.object({}),
  every: '11 2 * * *',
  attemptsMax: 3,

  async run(_payload, { database, clock }) {
    const before = new Date(clock.now().getTime() - keptMs)
    while ((await deleteOldEvents(database, before, batchMax)) > 0);
  },
})
