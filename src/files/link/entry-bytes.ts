import type { Context } from '../../api/context.ts'
import type { Download } from '../../platform/http/download.ts'
import { folderDownload } from '../archive/folder-download.ts'
import { blobDownload } from '../blob/blob-download.ts'
import type { Item } from '../file/model.ts'
import { findContent } from '../file/store.ts'
import { thumbnailDownload } from '../thumbnail/thumbnail-download.ts'
import type { Caller } from './unlock.ts'
import { pictureOf } from './preview.ts'
import { viewOf } from './visit.ts'

/** What a stranger's bytes are called when they are not shown: nothing that a browser would open by itself. */
const anyBytes = 'application/octet-stream'

/** A file of the link as it is, or a folder as an archive; undefined when it is gone meanwhile. */
export async function entryDownload(
  context: Context,
  caller: Caller,
  entry: Item,
  signal: AbortSignal,
): Promise<Download | undefined> {
  if (entry.type === 'folder') return folderDownload(context, viewOf(caller), entry.id, signal)
  return storedBytes(context, caller, entry, anyBytes)
}

/** A picture that is safe to show, under the type of its kind; undefined for everything else. */
export async function entryPicture(
  context: Context,
  caller: Caller,
  entry: Item,
): Promise<Download | undefined> {
  const picture = pictureOf(entry)
  if (!picture) return undefined
  if (picture.kind === 'whole') return storedBytes(context, caller, entry, picture.mediaType)
  return thumbnailDownload(context, viewOf(caller), entry.id)
}

async function storedBytes(
  context: Context,
  caller: Caller,
  entry: Item,
  mediaType: string,
): Promise<Download | undefined> {
  const content = await findContent(context.database, viewOf(caller), entry.id)
  if (content?.type !== 'file') return undefined
  return blobDownload(context, content, { fileName: content.name, mediaType })
}
