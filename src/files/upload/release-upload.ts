import type { Context } from '../../api/context.ts'
import type { Transaction } from '../../platform/database/database.ts'
import { abortMultipart, deleteAborted, type AbortedBlob } from '../blob/store.ts'
import { releaseReserved } from '../usage/store.ts'

/** Call it last in a transaction. */
export async function releaseUpload(
  tx: Transaction,
  closed: { readonly workspace_id: number; readonly size: number; readonly blob_key: string },
  now: Date,
): Promise<AbortedBlob> {
  const blob = await abortMultipart(tx, closed.workspace_id, closed.blob_key, now)
  await releaseReserved(tx, closed.workspace_id, closed.size)
  return blob
}

/** The row goes last, so that expire-uploads retries. A late completion may have assembled the blob. Never throws. */
export async function removeAborted(
  { blobs, database, log }: Pick<Context, 'blobs' | 'database' | 'log'>,
  blob: AbortedBlob,
): Promise<void> {
  try {
    await blobs.abortParts(blob.key, blob.parts)
    await blobs.remove(blob.key)
    await deleteAborted(database, blob)
  } catch (err) {
    log.warn(
      { err },
      'the chunks of an upload could not be removed; the next run of expire-uploads will remove them',
    )
  }
}
