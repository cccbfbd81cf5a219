import { z } from 'zod'
import { defineJob } from '../../api/job.ts'
import { findUnusedNames, deleteUnusedNames, type Name } from './name-store.ts'

const batchNames = 10_000

/** Every search would still read unused names. */
export const sweepNames = defineJob({
  name: 'sweep-names',
  input: z.object({}),
  every: '53 2 * * *',
  attemptsMax: 3,
  async run(_payload, { database, log }) {
    let removed = 0
    let after: Name | undefined = { workspaceId: 0, type: 'file', foldedName: '' }
    while (after) {
      const batch = await findUnusedNames(database, after, batchNames)
      if (batch.unused.length > 0) removed += await deleteUnusedNames(database, batch.unused)
      after = batch.last
    }
    if (removed > 0) log.info({ removed }, 'swept names')
  },
})
