import { z } from 'zod'
import { defineJob } from '../../api/job.ts'
import { forgetAccesses, forgetDoor } from './store.ts'

const dayMs = 86_400_000
const accessesKeptDays = 90
/** However busy the links are, the log of visits is no longer than this after a night. */
const accessesKeptMax = 1_000_000
const triesKeptDays = 1
const batchRows = 5000
/** A run ends there; the next one goes on. */
const batchesMax = 400

/** Keeps bounded what visitors of links leave behind: visits of the last three months, tries and codes that count. */
export const purgeShareAccesses = defineJob({
  name: 'purge-share-accesses',
  input: z.object({}),
  every: '47 * * * *',
  attemptsMax: 3,
  async run(_payload, { clock, database }) {
    const now = clock.now()
    const ago = (days: number) => new Date(now.getTime() - days * dayMs)
    const purges = [
      () =>
        forgetAccesses(database, { before: ago(accessesKeptDays), keptMax: accessesKeptMax, max: batchRows }),
      () => forgetDoor(database, { triesBefore: ago(triesKeptDays), now, max: batchRows }),
    ]
    for (const purge of purges) {
      for (let batch = 0; batch < batchesMax; batch++) {
        if ((await purge()) < batchRows) break
      }
    }
  },
})
