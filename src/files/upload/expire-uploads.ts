import { z } from 'zod'
import { defineJob } from '../../api/job.ts'
import { listAborted } from '../blob/store.ts'
import { releaseUpload, removeAborted } from './release-upload.ts'
import { idleSince } from './rules.ts'
import { closeIdleUpload } from './store.ts'

const uploadsMax = 5000
const discardedMax = 1000
/** A request that aborts an upload has this long to remove its bytes. */
const discardGraceMs = 60_000

export const expireUploads = defineJob({
  name: 'expire-uploads',
  input: z.object({}),
  every: '*/10 * * * *',
  attemptsMax: 3,
  async run(_payload, context) {
    const { clock, database, log } = context
    const now = clock.now()
    let expired = 0
    for (; expired < uploadsMax; expired++) {
      const blob = await database.transaction(async (tx) => {
        const closed = await closeIdleUpload(tx, idleSince(now))
        return closed && releaseUpload(tx, closed, now)
      })
      if (!blob) break
      await removeAborted(context, blob)
    }
    const left = await listAborted(database, new Date(now.getTime() - discardGraceMs), discardedMax)
    for (const blob of left) await removeAborted(context, blob)
    if (expired > 0) log.info({ expired }, 'ended idle uploads')
  },
})
