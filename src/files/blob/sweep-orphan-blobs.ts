import { z } from 'zod'
import type { Context } from '../../api/context.ts'
import { removeUnlessCopied } from '../../platform/blobs/removal-lock.ts'
import { sweepOrphans } from '../../platform/blobs/sweep.ts'
import { defineJob } from '../../api/job.ts'
import { knownBlobs } from './store.ts'

/** Rows exist before the first byte, so this only covers clock skew. */
const graceMs = 60 * 60 * 1000
/** Limits the damage after a restore of the wrong backup, until the operator reads the log. */
const removalsMax = 1000

/** Removes bytes without a row by listing the whole store: the safety net behind sweep-blobs. */
export const sweepOrphanBlobs = defineJob({
  name: 'sweep-orphan-blobs',
  input: z.object({}),
  every: '41 3 * * *',
  attemptsMax: 3,
  async run(_payload, context) {
    if (!(await removeUnlessCopied(context, () => sweep(context))))
      context.log.info({}, 'a backup copies blobs; the next run sweeps orphaned ones')
  },
})

async function sweep({ blobs, clock, database, log }: Context): Promise<void> {
  const report = await sweepOrphans({
    store: blobs,
    clock,
    graceMs,
    removalsMax,
    dryRun: false,
    isKnown: (keys, unfinished) => knownBlobs(database, keys, unfinished),
  })
  const fields = { ...report }
  if (report.capped)
    log.warn(fields, 'found more orphaned blobs than one run removes; check before the next run')
  else if (report.removed + report.unfinishedRemoved > 0) log.info(fields, 'swept orphaned blobs')
}
