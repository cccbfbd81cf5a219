import { z } from 'zod'
import { defineJob } from '../../api/job.ts'
import { deleteEntries } from './store.ts'

const dayMs = 86_400_000
const batchRows = 5000
const batchesMax = 400

export const purgeAudit = defineJob({
  name: 'purge-audit',
  input: z.object({}),
  every: '37 * * * *',
  attemptsMax: 3,
  async run(_payload, { clock, database, settings }) {
    const before = new Date(clock.now().getTime() - settings.auditDays * dayMs)
    for (let batch = 0; batch < batchesMax; batch++) {
      if ((await deleteEntries(database, before, batchRows)) < batchRows) return
    }
  },
})
