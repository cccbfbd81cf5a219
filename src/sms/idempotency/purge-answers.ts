import { z } from 'zod'
import { defineJob } from '../../api/job.ts'
import { deleteForgotten } from './store.ts'

const batchMax = 1000

/** Removes answers of idempotency keys after 24 hours. */
export const purgeAnswers = defineJob({
  name: 'purge-sms-answers',
  input: z.object({}),
  every: '23 * * * *',
  attemptsMax: 3,

  async run(_payload, { database, clock }) {
    const now = clock.now()
    let removed = batchMax
    while (removed === batchMax) removed = await deleteForgotten(database, now, batchMax)
  },
})
