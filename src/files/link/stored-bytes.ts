import type { Context } from '../../api/context.ts'
import type { Download } from '../../platform/http/download.ts'
import { etagOf } from '../blob/etag.ts'
import type { Item } from '../file/model.ts'
import { findContent } from '../file/store.ts'
import { problem } from './problems.ts'
import { viewOf, type Visitor } from './visitor.ts'

/** A file of a link as it is. */
export async function storedBytes(
  { database, blobs }: Context,
  caller: Visitor,
  entry: Item,
  mediaType: string,
): Promise<Download> {
  const content = await findContent(database, viewOf(caller), entry.id)
  if (content?.type !== 'file') throw problem.unknown_path()
  return {
    sizeBytes: content.size,
    etag: etagOf(content.blob_key),
    modifiedAt: content.written_at,
    mediaType,
    fileName: content.name,
    path: blobs.pathOf?.(content.blob_key),
    open: (range) => blobs.lend(content.blob_key, range),
  }
}
