import { z } from 'zod'
import { defineJob } from '../../../../api/job.ts'
import { deleteParts } from './parts-store.ts'
import { deleteSettled } from './store.ts'

const batchMax = 1000
/** Networks tell of a delivery within days. */
const partsKeptMs = 30 * 24 * 3_600_000

/** Forgets messages that are over without a report of the phone that had them, and parts of which it tells no more. */
export const purgeItems = defineJob({
  name: 'purge-phone-items',
  input: z.object({}),
  every: '53 3 * * *',
  attemptsMax: 3,

  async run(_payload, { database, clock }) {
    const before = new Date(clock.now().getTime() - partsKeptMs)
    let removed = batchMax
    while (removed === batchMax) removed = await deleteSettled(database, batchMax)
    removed = batchMax
    while (removed === batchMax) removed = await deleteParts(database, before, batchMax)
  },
})
