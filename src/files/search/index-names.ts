import { z } from 'zod'
import { defineJob } from '../../platform/jobs/job.ts'
import { putWaitingNamesIn } from './store.ts'

/** Puts new names into the index of names, so that no upload has to do it for thousands of others. */
export const indexNames = defineJob({
  name: 'index-names',
  input: z.object({}),
  every: '* * * * *',
  attemptsMax: 1,
  async run(_payload, { database }) {
    await putWaitingNamesIn(database)
  },
})
