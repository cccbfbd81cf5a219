import { z } from 'zod'
import type { Transaction } from '../../platform/database/database.ts'
import { defineJob } from '../../api/job.ts'
import { mediaTypeOf } from '../item/rules.ts'
import { requestThumbnailsOf } from '../thumbnail/request.ts'
import { canHaveThumbnail } from '../thumbnail/rules.ts'
import { unzipEntriesMax } from './rules.ts'
import type { NewItemRow } from '../item/store.ts'
import { findTreeFiles } from './store.ts'
import { enqueue } from '../../platform/jobs/enqueue.ts'

const batchFiles = 200

/** A job of its own, because ten thousand requests take a while. */
export const requestThumbnails = defineJob({
  name: 'request-thumbnails',
  input: z.object({ workspace_id: z.int(), folder_id: z.string() }),
  scopeOf: ({ workspace_id: workspaceId }) => workspaceId,
  attemptsMax: 5,
  async run({ workspace_id: workspaceId, folder_id: folderId }, { database }) {
    const found = await findTreeFiles(database, workspaceId, folderId, unzipEntriesMax)
    for (let start = 0; start < found.length; start += batchFiles) {
      const batch = found
        .slice(start, start + batchFiles)
        .map(({ name, size: sizeBytes, blob_key: key }) => ({ name, blob: { key, sizeBytes } }))
      await database.transaction((tx) => requestThumbnailsOf(tx, workspaceId, batch))
    }
  },
})

export async function requestTreeThumbnails(
  tx: Transaction,
  workspaceId: number,
  folderId: string,
  rows: readonly NewItemRow[],
): Promise<void> {
  const hasPictures = rows.some(
    ({ name, size, blob_key }) => blob_key !== null && canHaveThumbnail(mediaTypeOf(name), size),
  )
  if (hasPictures) await enqueue(tx, requestThumbnails, { workspace_id: workspaceId, folder_id: folderId })
}
