import type { Context } from '../../api/context.ts'
import type { Download } from '../../platform/http/download.ts'
import { blobDownload } from '../blob/blob-download.ts'
import type { View } from '../view.ts'
import { readContent } from './content.ts'
import { previewOfName, shownName } from './rules.ts'

/** The bytes of a file, as browsers may show them. Undefined for an unknown item, null for one without a preview. */
export async function previewDownload(
  context: Pick<Context, 'blobs' | 'database' | 'recentBytes'>,
  view: View,
  id: string,
): Promise<Download | null | undefined> {
  const content = await readContent(context, view, id)
  if (content?.type !== 'file') return content && null
  const { name } = content
  const { kind, mediaType } = previewOfName(name)
  if (kind === 'none') return null
  const download = blobDownload(context, content, { fileName: shownName(name), mediaType })
  return { ...download, shown: kind === 'pdf' ? 'in-viewer' : 'as-is' }
}
