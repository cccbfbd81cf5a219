import type { Context } from '../../api/context.ts'
import type { View } from '../view.ts'
import { findContent, type Content } from './store.ts'

/**
 * What an item is, and for a file where its bytes are: those of a small file that was read lately come from memory. The
 * row is asked for each time, so that a file that was replaced, moved out of the view or deleted is never served from there.
 */
export async function readContent(
  { database, recentBytes }: Pick<Context, 'database' | 'recentBytes'>,
  view: View,
  id: string,
): Promise<Content | undefined> {
  const recent = recentBytes.find(id)
  const content = await findContent(database, view, id, recent?.key)
  if (content?.type !== 'file') return content
  if (recent?.key === content.blob_key) return { ...content, bytes: recent.bytes }
  if (content.bytes) recentBytes.keep(id, { key: content.blob_key, bytes: content.bytes })
  return content
}
