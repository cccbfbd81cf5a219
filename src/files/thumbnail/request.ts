import type { Transaction } from '../../platform/database/database.ts'
import { mediaTypeOf } from '../file/rules.ts'
import { makeThumbnail } from './make-thumbnail.ts'
import { isPicturable } from './rules.ts'
import { enqueue } from '../../platform/jobs/enqueue.ts'

/** Requests a thumbnail for a new file, in the transaction that adds it; does nothing for other media types. */
export async function requestThumbnail(
  tx: Transaction,
  workspaceId: number,
  {
    name,
    blob,
  }: { readonly name: string; readonly blob: { readonly key: string; readonly sizeBytes: number } },
): Promise<void> {
  if (!isPicturable(mediaTypeOf(name), blob.sizeBytes)) return
  await enqueue(
    tx,
    makeThumbnail,
    { workspace_id: workspaceId, blob_key: blob.key },
    { key: `make-thumbnail ${blob.key}` },
  )
}
