import { z } from 'zod'
import { defineJob } from '../../../api/job.ts'
import { deleteSettled } from './store.ts'

const batchMax = 1000

/** Forgets messages that are over without a report of the phone that had them. */
export const purgeItems = defineJob({
  name: 'purge-phone-items',
  input: z.object({}),
  every: '53 3 * * *',
  attemptsMax: 3,

  async run(_payload, { database }) {
    let removed = batchMax
    while (removed === batchMax) removed = await deleteSettled(database, batchMax)
  },
})
