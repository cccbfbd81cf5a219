import { workspaceFlow } from '../../api/limiters.ts'
import { z } from 'zod'
import { checksumsInBackground } from '../../platform/blobs/checksum/background-checksums.ts'
import { BlobMissing } from '../../platform/blobs/store.ts'
import type { Context } from '../../api/context.ts'
import { defineJob } from '../../api/job.ts'
import { findLive, setDigest } from './store.ts'

export const digestBlob = defineJob({
  name: 'digest-blob',
  input: z.object({ workspace_id: z.int(), key: z.string() }),
  scopeOf: ({ workspace_id: workspaceId }) => workspaceId,
  // About five days; then redigest-blobs takes over.
  attemptsMax: 30,
  run: ({ workspace_id: workspaceId, key }, context) => digest(context, workspaceId, key),
})

/** Throws when the CRC-32 differs from the one combined from the chunks: the store lost bytes. */
export async function digest(
  { blobs, database, limiters }: Pick<Context, 'blobs' | 'database' | 'limiters'>,
  workspaceId: number,
  key: string,
): Promise<void> {
  const blob = await findLive(database, workspaceId, key)
  if (blob?.sha256 !== null) return
  try {
    const bytes = await blobs.borrow(key, { start: 0, end: blob.size - 1 })
    const { sha256, crc32 } = await limiters.checksums.run(workspaceFlow(workspaceId), () =>
      checksumsInBackground(bytes, blob.size),
    )
    if (crc32 !== blob.crc32)
      throw new Error(`The bytes of the blob ${key} have changed: its CRC-32 differs.`)
    await setDigest(database, workspaceId, key, sha256)
  } catch (error) {
    if (error instanceof BlobMissing && !(await findLive(database, workspaceId, key))) return
    throw error
  }
}
