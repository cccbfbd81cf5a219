import type { Queryable } from '../../platform/database/database.ts'
import { prepared, sql, type Fragment } from '../../platform/database/sql.ts'
import type { Item } from '../item/model.ts'
import { fold } from '../item/rules.ts'
import type { PreserializedItem } from '../item/preserialized-file.ts'
import { childrenOf, foldersFrom, pathsTo, type Breadcrumb } from '../item/tree-store.ts'
import { listedItemsMax } from '../limits.ts'
import { cachedCount } from './cached-count.ts'
import { shownOf, type Paging } from '../paging.ts'
import type { View } from '../view.ts'

export type ListingOrder = `${'name' | 'modified' | 'size'}_${'asc' | 'desc'}`

interface Listing extends Paging {
  readonly q?: string | undefined
  readonly sort: ListingOrder
}

/** `parent_id = null` finds nothing, and `is not distinct from` uses no index. */
const directlyIn = (workspaceId: number, folderId: string | null): Fragment =>
  folderId === null
    ? sql`workspace_id = ${workspaceId} and parent_id is null`
    : sql`workspace_id = ${workspaceId} and parent_id = ${folderId}`

interface Children<Row> {
  readonly items: Row[]
  readonly found: number
}

export const listPreserializedChildren = (
  database: Queryable,
  workspaceId: number,
  folderId: string | null,
  listing: Listing,
  now: Date,
): Promise<Children<PreserializedItem>> =>
  readChildren(database, workspaceId, folderId, listing, preserializedColumns(now))

export interface NamedChild {
  readonly id: string
  readonly type: 'file' | 'folder'
  readonly name: string
}

/** All that a listing may show. */
export const listNames = async (
  database: Queryable,
  workspaceId: number,
  folderId: string,
): Promise<readonly NamedChild[]> => {
  const listing = { sort: 'name_asc', limit: listedItemsMax, offset: 0 } as const
  const columns = sql`file.id, file.type, file.name`
  return (await readChildren<NamedChild>(database, workspaceId, folderId, listing, columns)).items
}

/** In the order of `ids`, without those that left the folder. */
export const findChildren = (
  database: Queryable,
  workspaceId: number,
  folderId: string,
  ids: readonly string[],
): Promise<Item[]> =>
  database.rows<Item>(sql`
    select /* files.folder.findChildren */ ${itemColumns}
    from unnest(${ids}::text[]) with ordinality as wanted (id, place)
      cross join lateral (
        select * from files.file
        where workspace_id = ${workspaceId} and id = wanted.id and parent_id = ${folderId}
        offset 0
      ) file
    order by wanted.place`)

const itemColumns = sql`
  file.id, file.type, file.name, file.parent_id, file.size, file.has_thumbnail, file.share_status,
  file.shared_with, file.share_password_hash is not null as share_password_protected,
  file.share_expires_at, file.created_at, file.updated_at`

/** Mirrors `shownShare`. */
const preserializedColumns = (now: Date): Fragment => sql`
  file.id, file.type, file.name, file.parent_id, file.size,
  concat(
    '"has_thumbnail":', file.has_thumbnail::text,
    case
      when file.share_status = 'private' or file.share_expires_at <= ${now}::timestamptz then
        ',"share_status":"private","share_active":false,"shared_with":null,"share_password_protected":false,"share_expires_at":null'
      else concat(
        ',"share_status":"', file.share_status,
        '","share_active":true,"shared_with":', coalesce(to_json(nullif(array_to_string(file.shared_with, ','), ''))::text, 'null'),
        ',"share_password_protected":', (file.share_password_hash is not null)::text,
        ',"share_expires_at":',
        coalesce('"' || to_char(file.share_expires_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') || '"', 'null')
      )
    end,
    ',"created_at":"', left((file.created_at at time zone 'UTC')::text, 19),
    '","updated_at":"', left((file.updated_at at time zone 'UTC')::text, 19), '"}'
  ) as rest`

/** Counts concurrently with the page, because counting 5,000 items takes longer. */
async function readChildren<Row>(
  database: Queryable,
  workspaceId: number,
  folderId: string | null,
  listing: Listing,
  columns: Fragment,
): Promise<Children<Row>> {
  const inFolder = directlyIn(workspaceId, folderId)
  // strpos instead of like: %, _ and \ are ordinary characters of names.
  const matches = listing.q ? sql`strpos(folded_name, ${fold(listing.q)}) > 0` : sql`true`
  // Literals instead of parameters: only then can a prepared statement use the partial indexes.
  const folders = sql`${inFolder} and type = 'folder' and ${matches}`
  const files = sql`${inFolder} and type = 'file' and ${matches}`
  const count = async () => {
    const { found } = await database.one<{ found: number }>(
      prepared(sql`
        select /* files.folder.readChildren */ ${countOf(folders, listedItemsMax)} + ${countOf(files, listedItemsMax)} as found`),
    )
    return found
  }
  const [items, found] = await Promise.all([
    shownOf(listing) === 0 ? [] : database.rows<Row>(prepared(pageOf(folders, files, listing, columns))),
    cachedCount(database, workspaceId, `${folderId ?? ''} ${listing.q ?? ''}`, count),
  ])
  return { items, found }
}

/** Stops at `itemsMax`; a rare `q` still reads the whole folder. */
const countOf = (children: Fragment, itemsMax: number): Fragment =>
  sql`(select count(*) from (select from files.file where ${children} limit ${itemsMax}) seen)`

/** Beside `id` and `type`. */
const keysOf = (sort: ListingOrder): Fragment => {
  if (sort.startsWith('name')) return sql`folded_name`
  return sort.startsWith('size') ? sql`size, folded_name` : sql`updated_at, folded_name`
}

/** What is equal is in the order of names either way, so folders, which have no size, are too. */
function orderOf(sort: ListingOrder, table: Fragment): Fragment {
  const way = sort.endsWith('desc') ? sql`desc` : sql`asc`
  if (sort.startsWith('name')) return sql`${table}folded_name ${way}, ${table}id ${way}`
  const key = sort.startsWith('size') ? sql`size` : sql`updated_at`
  return sql`${table}${key} ${way}, ${table}folded_name, ${table}id`
}

/** `offset 0` avoids scanning a table that is mostly one folder. Each half follows its index, so no order needs a sort. */
function pageOf(folders: Fragment, files: Fragment, listing: Listing, columns: Fragment): Fragment {
  const foldersBefore = countOf(folders, listing.offset)
  const keys = keysOf(listing.sort)
  const order = orderOf(listing.sort, sql``)
  return sql`
    with /* files.folder.pageOf */ folders as (
      select id, type, ${keys} from files.file where ${folders}
      order by ${order}
      limit ${shownOf(listing)} offset ${listing.offset}
    ), files as (
      select id, type, ${keys} from files.file where ${files}
      order by ${order}
      limit ${shownOf(listing)} offset ${listing.offset}::bigint - ${foldersBefore}
    ), page as (
      select * from folders union all select * from files
      order by type desc, ${order}
      limit ${shownOf(listing)}
    )
    select ${columns}
    from page cross join lateral (select * from files.file where id = page.id offset 0) file
    order by file.type desc, ${orderOf(listing.sort, sql`file.`)}`
}

interface SubtreeSums {
  readonly bytes: number
  readonly files: number
  readonly folders: number
}

export const sumSubtree = (
  database: Queryable,
  workspaceId: number,
  folderId: string,
): Promise<SubtreeSums> =>
  database.one<SubtreeSums>(sql`
    with /* files.folder.sumSubtree */ recursive ${foldersFrom(workspaceId, folderId)}, sums as (
      select coalesce(sum(file.size), 0)::bigint as bytes, count(*) as files
      from folders cross join lateral ${childrenOf(sql`folders.id`, workspaceId, sql`size`, sql`type = 'file'`)} file
    )
    select sums.bytes, sums.files, (select count(*) - 1 from folders) as folders
    from sums`)

export const countChildren = async (
  database: Queryable,
  workspaceId: number,
  folderId: string,
): Promise<number> => {
  const { children } = await database.one<{ children: number }>(sql`
    select /* files.folder.countChildren */
      (select count(*) from files.file
        where workspace_id = ${workspaceId} and parent_id = ${folderId} and type = 'folder')
      + (select count(*) from files.file
        where workspace_id = ${workspaceId} and parent_id = ${folderId} and type = 'file') as children`)
  return children
}

export const pathTo = async (database: Queryable, view: View, folderId: string): Promise<Breadcrumb[]> =>
  (await pathsTo(database, view, [folderId])).get(folderId) ?? []
