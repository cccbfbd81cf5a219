import type { Context } from '../../api/context.ts'
import type { Download } from '../../platform/http/download.ts'
import { blobDownload } from '../blob/blob-download.ts'
import { readContent } from '../item/content.ts'
import type { Item } from '../item/model.ts'
import { shownName } from '../item/rules.ts'
import { problem } from './problems.ts'
import { viewOf, type Visitor } from './visitor.ts'

export async function storedBytes(
  context: Context,
  caller: Visitor,
  entry: Item,
  mediaType: string,
): Promise<Download> {
  const content = await readContent(context, viewOf(caller), entry.id)
  if (content?.type !== 'file') throw problem.unknown_path()
  return blobDownload(context, content, { fileName: shownName(content.name), mediaType })
}
