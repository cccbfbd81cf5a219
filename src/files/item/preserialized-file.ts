import type { Context } from '../../api/context.ts'
import type { Item } from './model.ts'
import { folderMediaType, extensionOf, mediaTypeOf } from './rules.ts'

/** An item partly serialized by PostgreSQL: docs/decisions/0021. */
export interface PreserializedItem extends Pick<Item, 'id' | 'type' | 'name' | 'parent_id' | 'size'> {
  /** The fields of a file object from `has_thumbnail` to the closing brace. */
  readonly rest: string
}

export const serializeFiles = (
  items: readonly PreserializedItem[],
  context: Pick<Context, 'origins'>,
): string => `[${items.map((item) => serializeFile(item, context)).join(',')}]`

/** Ids and media types have no characters that JSON escapes. */
function serializeFile(item: PreserializedItem, { origins }: Pick<Context, 'origins'>): string {
  const { id, type, name, parent_id, size, rest } = item
  const folder = type === 'folder'
  const parent = parent_id === null ? 'null' : `"${parent_id}"`
  const mediaType = folder ? folderMediaType : mediaTypeOf(name)
  const extension = folder ? '""' : JSON.stringify(extensionOf(name))
  return `{"id":"${id}","type":"${type}","name":${JSON.stringify(name)},"parent_id":${parent},"size":${size},"mime_type":"${mediaType}","extension":${extension},"share_url":"${origins.files}/sl/${id}",${rest}`
}
