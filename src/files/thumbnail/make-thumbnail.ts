import { Readable } from 'node:stream'
import { workspaceFlow } from '../../api/limiters.ts'
import { z } from 'zod'
import { BlobMissing } from '../../platform/blobs/store.ts'
import type { Context } from '../../api/context.ts'
import { defineJob } from '../../api/job.ts'
import { openPendingBlob } from '../blob/pending-blob.ts'
import { findLive, publishBlobs } from '../blob/store.ts'
import { drawThumbnail, NoPicture } from './draw.ts'
import { addThumbnail, hasThumbnail } from './store.ts'

/** For all files that share the blob: docs/api/files.md#thumbnails. Retries all failures except NoPicture. */
export const makeThumbnail = defineJob({
  name: 'make-thumbnail',
  input: z.object({ workspace_id: z.int(), blob_key: z.string() }),
  scopeOf: ({ workspace_id: workspaceId }) => workspaceId,
  attemptsMax: 5,
  async run({ workspace_id: workspaceId, blob_key: blobKey }, context) {
    const { database, log } = context
    if (await hasThumbnail(database, workspaceId, blobKey)) return
    const drawn = await draw(context, workspaceId, blobKey).catch((error: unknown) => {
      if (!(error instanceof NoPicture)) throw error
      log.debug({ blob_key: blobKey, reason: error.message }, 'no thumbnail could be made')
      return undefined
    })
    if (!drawn) return
    await keep(context, workspaceId, blobKey, drawn)
  },
})

async function draw(
  { blobs, database, limiters }: Context,
  workspaceId: number,
  blobKey: string,
): Promise<Buffer | undefined> {
  const blob = await findLive(database, workspaceId, blobKey)
  if (!blob || blob.size === 0) return undefined
  try {
    return await limiters.drawings.run(workspaceFlow(workspaceId), async () =>
      drawThumbnail(await blobs.read(blobKey, { start: 0, end: blob.size - 1 })),
    )
  } catch (error) {
    if (error instanceof BlobMissing && !(await findLive(database, workspaceId, blobKey))) return undefined
    throw error
  }
}

async function keep(context: Context, workspaceId: number, blobKey: string, drawn: Buffer): Promise<void> {
  const { database } = context
  const pending = openPendingBlob(context, workspaceId, new AbortController().signal)
  let kept = false
  try {
    const seal = await pending.store(Readable.from([drawn]), drawn.length)
    kept = await database.transaction(
      async (tx) =>
        (await publishBlobs(tx, workspaceId, [{ key: pending.key, seal }])) !== undefined &&
        (await addThumbnail(tx, workspaceId, blobKey, pending.key)),
    )
  } finally {
    if (!kept) await pending.discard()
  }
}
