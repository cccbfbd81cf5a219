import { z } from 'zod'
import { defineJob } from '../../jobs/job.ts'
import { purgeInBatches } from '../../jobs/purge-in-batches.ts'
import { deleteExpiredThrottles } from './store.ts'

export const purgeThrottles = defineJob({
  name: 'purge-throttles',
  input: z.object({}),
  every: '41 * * * *',
  attemptsMax: 3,
  run: (_payload, { clock, database }) =>
    purgeInBatches((rowsMax) => deleteExpiredThrottles(database, clock.now(), rowsMax)),
})
