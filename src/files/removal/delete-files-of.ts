import type { Context } from '../../api/context.ts'
import { removeWhenNotCopied } from '../../platform/blobs/removal-lock.ts'
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

const batch = 500

const exhaust = async (step: () => Promise<number>): Promise<void> => {
  while ((await step()) > 0);
}

/** Everything that the files service has of a workspace, with all bytes. Another run finishes what a crash interrupts. */
export async function deleteFilesOf(context: Dependencies, workspaceId: number): Promise<void> {
  const { blobs, database } = context
  await abortUploads(context, () => openUploads(database, workspaceId, batch))
  await exhaust(() => database.transaction((tx) => deleteItems(tx, workspaceId, batch)))
  await exhaust(() => deleteThumbnails(database, workspaceId, batch))
  await removeWhenNotCopied(context, () =>
    exhaust(async () => {
      const keys = (await unneededBlobs(database, workspaceId, batch)).map(({ key }) => key)
      for (const key of keys) await blobs.remove(key)
      return keys.length > 0 ? deleteBlobs(database, workspaceId, keys) : 0
    }),
  )
  await exhaust(() => deleteAccesses(database, workspaceId, batch))
  await exhaust(() => deleteNames(database, workspaceId, batch))
  await deleteUsage(database, workspaceId)
}

/** What the files service has of a person in workspaces that stay. */
export async function forgetPersonInFiles(context: Dependencies, userId: number): Promise<void> {
  const { database } = context
  await abortUploads(context, () => openUploadsOfPerson(database, userId, batch))
  await forgetSharer(database, userId)
}

async function abortUploads(
  context: Dependencies,
  find: () => ReturnType<typeof openUploads>,
): Promise<void> {
  const { clock, database } = context
  await exhaust(async () => {
    const uploads = await find()
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
