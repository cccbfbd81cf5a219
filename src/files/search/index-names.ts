import { z } from 'zod'
import { defineJob } from '../../api/job.ts'
import { indexWaitingNames } from './name-store.ts'

const batchNames = 2000

/** In the background, so that no upload waits for it. */
export const indexNames = defineJob({
  name: 'index-names',
  input: z.object({}),
  every: '* * * * *',
  attemptsMax: 1,
  async run(_payload, { database }) {
    while ((await indexWaitingNames(database, batchNames)) === batchNames);
  },
})
