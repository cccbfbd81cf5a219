import { z } from 'zod'
import type { Context } from '../../api/context.ts'
import { removeUnlessCopied } from '../../platform/blobs/removal-lock.ts'
import { defineJob } from '../../api/job.ts'
import { deleteStaleBlobs, deleteUnreferenced } from './store.ts'

/** A pending blob untouched for this long was left behind by a crash. */
const abandonedAfterMs = 60 * 60 * 1000
const batchBlobs = 500
const batchesMax = 200

/** Rows go first; sweep-orphan-blobs finds the bytes that a crash in between leaves. */
export const sweepBlobs = defineJob({
  name: 'sweep-blobs',
  input: z.object({}),
  every: '23 * * * *',
  attemptsMax: 3,
  async run(_payload, context) {
    if (!(await removeUnlessCopied(context, () => sweep(context))))
      context.log.info({}, 'a backup copies blobs; the next run sweeps them')
  },
})

async function sweep({ blobs, clock, database, log }: Context): Promise<void> {
  const untouchedSince = new Date(clock.now().getTime() - abandonedAfterMs)
  const sources = [
    () => deleteStaleBlobs(database, untouchedSince, batchBlobs),
    () => deleteUnreferenced(database, batchBlobs),
  ]
  let removed = 0
  for (const forget of sources) {
    for (let batch = 0; batch < batchesMax; batch++) {
      const keys = await forget()
      for (const key of keys) await blobs.remove(key)
      removed += keys.length
      if (keys.length < batchBlobs) break
    }
  }
  if (removed > 0) log.info({ removed }, 'swept blobs')
}
