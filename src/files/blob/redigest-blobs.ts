import { z } from 'zod'
import { defineJob } from '../../platform/jobs/job.ts'
import { digest } from './digest-blob.ts'
import { listUndigested } from './store.ts'

/** By then digest-blob has given up. */
const waitMs = 7 * 24 * 60 * 60 * 1000
/** Of one night; each may have 100 GB. */
const blobsMax = 100

/** Takes up the blobs that digest-blob left without their SHA-256, because the store was away for longer than it tried. */
export const redigestBlobs = defineJob({
  name: 'redigest-blobs',
  input: z.object({}),
  every: '11 4 * * *',
  attemptsMax: 1,
  async run(_payload, { blobs, clock, database, log }) {
    const before = new Date(clock.now().getTime() - waitMs)
    for (const { key, workspaceId } of await listUndigested(database, before, blobsMax)) {
      try {
        await digest({ blobs, database }, workspaceId, key)
      } catch (err) {
        log.error({ key, workspace_id: workspaceId, err }, 'a stored file could not be read or is damaged')
      }
    }
  },
})
