import { z } from 'zod'
import { defineJob } from '../../api/job.ts'
import { digest } from './digest-blob.ts'
import { takeUndigested } from './store.ts'
import { enqueue } from '../../platform/jobs/enqueue.ts'

/** By then digest-blob has given up. */
const waitMs = 7 * 24 * 60 * 60 * 1000
const blobsANight = 100

/** Few attempts: damaged blobs are read again each week. */
export const redigestBlob = defineJob({
  name: 'redigest-blob',
  input: z.object({ workspace_id: z.int(), key: z.string() }),
  scopeOf: ({ workspace_id: workspaceId }) => workspaceId,
  attemptsMax: 2,
  run: ({ workspace_id: workspaceId, key }, context) => digest(context, workspaceId, key),
})

export const redigestBlobs = defineJob({
  name: 'redigest-blobs',
  input: z.object({}),
  every: '11 4 * * *',
  attemptsMax: 3,
  async run(_payload, { clock, database }) {
    const now = clock.now()
    await database.transaction(async (tx) => {
      const untouchedSince = new Date(now.getTime() - waitMs)
      for (const blob of await takeUndigested(tx, untouchedSince, now, blobsANight)) {
        await enqueue(tx, redigestBlob, blob)
      }
    })
  },
})
