import type { Context } from '../../api/context.ts'
import type { Download } from '../../platform/http/download.ts'
import { blobDownload } from '../blob/blob-download.ts'
import type { View } from '../view.ts'
import { findThumbnail } from './store.ts'

export async function thumbnailDownload(
  context: Pick<Context, 'blobs' | 'database'>,
  view: View,
  id: string,
): Promise<Download | undefined> {
  const thumbnail = await findThumbnail(context.database, view, id)
  if (!thumbnail) return undefined
  return blobDownload(context, thumbnail, { fileName: `${thumbnail.name}.webp`, mediaType: 'image/webp' })
}
