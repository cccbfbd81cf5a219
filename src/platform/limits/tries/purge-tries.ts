import { z } from 'zod'
import { defineJob } from '../../jobs/job.ts'
import { deleteForgottenTries } from './store.ts'

const batchRows = 5000
/** A run ends there; the next one goes on. */
const batchesMax = 400

/** Deletes tries that count no longer, so that the table holds only those of the last hours. */
export const purgeTries = defineJob({
  name: 'purge-tries',
  input: z.object({}),
  every: '41 * * * *',
  attemptsMax: 3,
  async run(_payload, { clock, database }) {
    for (let batch = 0; batch < batchesMax; batch++)
      if ((await deleteForgottenTries(database, clock.now(), batchRows)) < batchRows) return
  },
})
