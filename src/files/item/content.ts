import type { Context } from '../../api/context.ts'
import type { View } from '../view.ts'
import { findContent, type Content } from './store.ts'

/** Caches small files. The row is read each time, so a replaced, moved or deleted file is never served. */
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
