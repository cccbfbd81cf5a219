import type { Context } from '../../api/context.ts'
import { removeWhenNotCopied } from '../../platform/blobs/removal-lock.ts'
import { deleteInBatches } from '../../platform/jobs/delete-in-batches.ts'
import { releaseUpload, removeAborted } from '../upload/release-upload.ts'
import { closeUpload } from '../upload/store.ts'
import {
  deleteAccesses,
  deleteBlobs,
  deleteItems,
  deleteNames,
  deleteThumbnails,
  deleteUsage,
  forgetSharer,
  openUploads,
  openUploadsOfPerson,
  unneededBlobs,
} from './store.ts'

type Dependencies = Pick<Context, 'blobs' | 'clock' | 'connect' | 'database' | 'log'>

/** Everything that the files service has of a workspace, with all bytes. Another run finishes what a crash interrupts. */
export async function deleteFilesOf(context: Dependencies, workspaceId: number): Promise<void> {
  const { blobs, database } = context
  await abortUploads(context, (max) => openUploads(database, workspaceId, max))
  await deleteInBatches((max) => database.transaction((tx) => deleteItems(tx, workspaceId, max)))
  await deleteInBatches((max) => deleteThumbnails(database, workspaceId, max))
  await deleteInBatches(async (max) => {
    let deleted = 0
    // For each batch anew, so that a backup does not wait for all of them.
    await removeWhenNotCopied(context, async () => {
      const keys = (await unneededBlobs(database, workspaceId, max)).map(({ key }) => key)
      for (const key of keys) await blobs.remove(key)
      if (keys.length > 0) deleted = await deleteBlobs(database, workspaceId, keys)
    })
    return deleted
  })
  await deleteInBatches((max) => deleteAccesses(database, workspaceId, max))
  await deleteInBatches((max) => deleteNames(database, workspaceId, max))
  await deleteUsage(database, workspaceId)
}

/** What the files service has of a person in workspaces that stay. */
export async function forgetPersonInFiles(context: Dependencies, userId: number): Promise<void> {
  const { database } = context
  await abortUploads(context, (max) => openUploadsOfPerson(database, userId, max))
  await forgetSharer(database, userId)
}

async function abortUploads(
  context: Dependencies,
  find: (max: number) => ReturnType<typeof openUploads>,
): Promise<void> {
  const { clock, database } = context
  await deleteInBatches(async (max) => {
    const uploads = await find(max)
    for (const { workspace_id: workspaceId, key } of uploads) {
      const aborted = await database.transaction(async (tx) => {
        const closed = await closeUpload(tx, workspaceId, key)
        return closed && releaseUpload(tx, closed, clock.now())
      })
      if (aborted) await removeAborted(context, aborted)
    }
    return uploads.length
  })
}
