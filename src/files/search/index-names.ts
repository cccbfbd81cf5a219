import { z } from 'zod'
import { defineJob } from '../../api/job.ts'
import { putNamesIn } from './name-store.ts'

const batchNames = 2000

/** Puts new names into the index of names, so that no upload waits for it. */
export const indexNames = defineJob({
  name: 'index-names',
  input: z.object({}),
  every: '* * * * *',
  attemptsMax: 1,
  async run(_payload, { database }) {
    while ((await putNamesIn(database, batchNames)) === batchNames);
  },
})
