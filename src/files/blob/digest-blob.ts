import { z } from 'zod'
import { checksumsInBackground } from '../../platform/blobs/background-checksums.ts'
import { BlobMissing } from '../../platform/blobs/store.ts'
import { defineJob } from '../../platform/jobs/job.ts'
import { findLive, setDigest } from './store.ts'

/**
 * Works out the SHA-256 of a blob whose chunks came in any order, by reading it once. The CRC-32 of what is read must
 * be the one that was combined from the chunks: else the store has not kept what it was given.
 */
export const digestBlob = defineJob({
  name: 'digest-blob',
  input: z.object({ workspace_id: z.int(), key: z.string() }),
  // Five days with the worker's pauses, which is longer than a store should be away.
  attemptsMax: 30,
  async run({ workspace_id: workspaceId, key }, { blobs, database }) {
    const blob = await findLive(database, workspaceId, key)
    // Deleted meanwhile, or an earlier try got this far.
    if (blob?.sha256 !== null) return
    try {
      const bytes = await blobs.lend(key, { start: 0, end: blob.size - 1 })
      const { sha256, crc32 } = await checksumsInBackground(bytes, blob.size)
      if (crc32 !== blob.crc32)
        throw new Error(`The blob ${key} is not what was uploaded: its CRC-32 differs.`)
      await setDigest(database, workspaceId, key, sha256)
    } catch (error) {
      if (error instanceof BlobMissing && !(await findLive(database, workspaceId, key))) return
      throw error
    }
  },
})
