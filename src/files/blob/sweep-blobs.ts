import { z } from 'zod'
import type { Context } from '../../api/context.ts'
import { defineJob } from '../../api/job.ts'
import { forgetAbandoned, forgetUnreferenced } from './store.ts'

/** Without a sign of its writer for so long, a pending blob is taken for what a crash left behind. */
const abandonedAfterMs = 60 * 60 * 1000
const batchBlobs = 500
/** A run ends there; the next one goes on. */
const batchesMax = 200

/**
 * Removes the bytes of uploads that never finished and of blobs that no file refers to any more. The row goes first:
 * bytes without a row are nobody's, and sweep-orphan-blobs finds those that a crash in between leaves.
 */
export const sweepBlobs = defineJob({
  name: 'sweep-blobs',
  input: z.object({}),
  every: '23 * * * *',
  attemptsMax: 3,
  async run(_payload, { blobs, clock, database, log }: Context) {
    const untouchedSince = new Date(clock.now().getTime() - abandonedAfterMs)
    const sources = [
      () => forgetAbandoned(database, untouchedSince, batchBlobs),
      () => forgetUnreferenced(database, batchBlobs),
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
  },
})
