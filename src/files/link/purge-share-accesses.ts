import { z } from 'zod'
import { defineJob } from '../../api/job.ts'
import { deleteExpiredCodes, deleteOldAccesses } from './store.ts'

const dayMs = 86_400_000
const accessesKeptDays = 90
/** Bounds the log of busy links. */
const accessesKeptMax = 1_000_000
const batchRows = 5000
const batchesMax = 400

export const purgeShareAccesses = defineJob({
  name: 'purge-share-accesses',
  input: z.object({}),
  every: '47 * * * *',
  attemptsMax: 3,
  async run(_payload, { clock, database }) {
    const now = clock.now()
    const before = new Date(now.getTime() - accessesKeptDays * dayMs)
    const purges = [
      () => deleteOldAccesses(database, { before, keptMax: accessesKeptMax, max: batchRows }),
      () => deleteExpiredCodes(database, now, batchRows),
    ]
    for (const purge of purges) {
      for (let batch = 0; batch < batchesMax; batch++) {
        if ((await purge()) < batchRows) break
      }
    }
  },
})
