import { z } from 'zod'
import { defineJob } from '../../api/job.ts'
import { idleMs } from './rules.ts'
import { deleteOldSessions } from './store.ts'

const batchRows = 5000
const batchesMax = 400

/** Sessions that somebody ended stay for two weeks, for investigations. */
export const purgeSessions = defineJob({
  name: 'purge-sessions',
  input: z.object({}),
  every: '53 * * * *',
  attemptsMax: 3,
  async run(_payload, { clock, database }) {
    const now = clock.now()
    const seenBefore = new Date(now.getTime() - idleMs)
    for (let batch = 0; batch < batchesMax; batch++)
      if ((await deleteOldSessions(database, { now, seenBefore, max: batchRows })) < batchRows) return
  },
})
