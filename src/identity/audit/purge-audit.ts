import { z } from 'zod'
import { defineJob } from '../../api/job.ts'
import { deleteEntries } from './store.ts'

const dayMs = 86_400_000
const batchRows = 5000
/** A run stops here; the next one continues. */
const batchesMax = 400

/** Deletes entries of the audit log that are older than the operator keeps them. */
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
