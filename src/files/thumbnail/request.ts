import type { Transaction } from '../../platform/database/database.ts'
import { mediaTypeOf } from '../item/rules.ts'
import { makeThumbnail } from './make-thumbnail.ts'
import { canHaveThumbnail } from './rules.ts'
import { enqueueAll } from '../../platform/jobs/enqueue.ts'

interface NewFile {
  readonly name: string
  readonly blob: { readonly key: string; readonly sizeBytes: number }
}

export function requestThumbnailsOf(
  tx: Transaction,
  workspaceId: number,
  files: readonly NewFile[],
): Promise<void> {
  const jobs = files
    .filter(({ name, blob }) => canHaveThumbnail(mediaTypeOf(name), blob.sizeBytes))
    .map(({ blob: { key } }) => ({
      payload: { workspace_id: workspaceId, blob_key: key },
      key: `make-thumbnail ${key}`,
    }))
  return enqueueAll(tx, makeThumbnail, workspaceId, jobs)
}
