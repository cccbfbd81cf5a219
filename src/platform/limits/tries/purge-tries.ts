import { z } from 'zod'
import { defineJob } from '../../jobs/job.ts'
import { purgeInBatches } from '../../jobs/purge-in-batches.ts'
import { deleteForgottenTries } from './store.ts'

export const purgeTries = defineJob({
  name: 'purge-tries',
  input: z.object({}),
  every: '41 * * * *',
  attemptsMax: 3,
  run: (_payload, { clock, database }) =>
    purgeInBatches((rowsMax) => deleteForgottenTries(database, clock.now(), rowsMax)),
})
