import { z } from 'zod'
import { sweepOrphans } from '../../platform/blobs/sweep.ts'
import { defineJob } from '../../api/job.ts'
import { knownBlobs } from './store.ts'

/** Rows are there before the first byte, so the grace only covers differences between clocks. */
const graceMs = 60 * 60 * 1000
/** What a database that was restored from the wrong day can destroy before somebody reads the log. */
const removalsMax = 1000

/** Removes bytes that no row knows, by listing the whole store: the slow net behind sweep-blobs. */
export const sweepOrphanBlobs = defineJob({
  name: 'sweep-orphan-blobs',
  input: z.object({}),
  every: '41 3 * * *',
  attemptsMax: 3,
  async run(_payload, { blobs, clock, database, log }) {
    const report = await sweepOrphans({
      store: blobs,
      clock,
      graceMs,
      removalsMax,
      dryRun: false,
      isKnown: (keys, unfinished) => knownBlobs(database, keys, unfinished),
    })
    const fields = { ...report }
    if (report.capped) log.warn(fields, 'more orphaned blobs than one run removes; look before the next run')
    else if (report.removed + report.unfinishedRemoved > 0) log.info(fields, 'swept orphaned blobs')
  },
})
