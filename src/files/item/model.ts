import { z } from 'zod'
import { plainTime } from '../../platform/clock.ts'
import type { Context } from '../../api/context.ts'
import { page } from '../../api/result.ts'
import { instant, plainInstant, refusedAs, text, withLength } from '../../api/field.ts'
import {
  nameCharactersMax,
  extensionOf,
  folderMediaType,
  isName,
  mediaTypeOf,
  shownShare,
  type StoredShare,
} from './rules.ts'

const itemIdPattern = /^[0-9A-Za-z]{8}$/

export const ItemId = refusedAs('not_found', z.string().regex(itemIdPattern))

export const itemId = () => z.string().meta({ pattern: itemIdPattern.source })

/** In a query, body or form. Accepts any text: a malformed id is a folder that does not exist. */
export const ParentId = refusedAs('folder_not_found', text().meta({ pattern: itemIdPattern.source }))

export const ItemName = refusedAs(
  'invalid_name',
  withLength(
    { min: 1, max: nameCharactersMax },
    text().refine(
      isName,
      'must have 1 to 255 characters, must not be blank, "." or "..", and must not contain slashes, backslashes, control characters or text direction overrides',
    ),
  ),
)

const shareStatus = z.enum(['private', 'public', 'limited'])

/** Files and folders: docs/api/files.md#the-file-object. */
export const File = z
  .object({
    id: itemId(),
    type: z.enum(['file', 'folder']),
    name: z.string(),
    parent_id: itemId().nullable().describe('null is the root of the workspace'),
    size: z.int().describe('bytes; 0 for folders'),
    mime_type: z.string().describe(`${folderMediaType} for folders`),
    extension: z.string().describe('lower case, without the dot; empty when there is none, and for folders'),
    has_thumbnail: z.boolean(),
    share_status: shareStatus,
    share_url: z.string().describe('opens the file only while share_active is true'),
    share_active: z.boolean(),
    shared_with: z.string().nullable().describe('comma-separated e-mail addresses of a limited share'),
    share_password_protected: z.boolean(),
    share_expires_at: instant().nullable(),
    created_at: plainInstant(),
    updated_at: plainInstant(),
  })
  .meta({ id: 'FileEntry' })
export type File = z.output<typeof File>

export const FilePage = page(File)

export interface Item extends StoredShare {
  readonly id: string
  readonly type: 'file' | 'folder'
  readonly name: string
  readonly parent_id: string | null
  readonly size: number
  readonly has_thumbnail: boolean
  readonly created_at: Date
  readonly updated_at: Date
}

export function toFile(item: Item, { clock, origins }: Pick<Context, 'clock' | 'origins'>): File {
  const folder = item.type === 'folder'
  return {
    id: item.id,
    type: item.type,
    name: item.name,
    parent_id: item.parent_id,
    size: item.size,
    mime_type: folder ? folderMediaType : mediaTypeOf(item.name),
    extension: folder ? '' : extensionOf(item.name),
    has_thumbnail: item.has_thumbnail,
    share_url: `${origins.files}/sl/${item.id}`,
    ...shownShare(item, clock.now()),
    created_at: plainTime(item.created_at),
    updated_at: plainTime(item.updated_at),
  }
}
