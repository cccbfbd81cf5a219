import { z } from 'zod'
import { defineJob } from '../../api/job.ts'
import { idleMs } from './rules.ts'
import { deleteOldSessions } from './store.ts'

const batchRows = 5000
/** A run stops here; the next one continues. */
const batchesMax = 400

/** Deletes sessions that ended. Those that somebody ended stay for two weeks, for who asks what happened. */
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
