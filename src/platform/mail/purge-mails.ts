import { z } from 'zod'
import { defineJob } from '../jobs/job.ts'
import { deleteForgottenLimits } from './limit-store.ts'
import { removeMails } from './store.ts'

const keptDays = 90

export const purgeMails = defineJob({
  name: 'purge-mails',
  input: z.object({}),
  every: '17 3 * * *',
  attemptsMax: 3,
  run: async (_payload, { clock, database }) => {
    await removeMails(database, new Date(clock.now().getTime() - keptDays * 86_400_000))
    await deleteForgottenLimits(database, clock.now())
  },
})
