import type { Database, Queryable } from '../../platform/database/database.ts'
import { sql, type Fragment } from '../../platform/database/sql.ts'
import type { Item } from '../file/model.ts'
import { listedItemsMax } from '../limits.ts'
import type { Paging } from '../paging.ts'
import { shownOf } from '../paging.ts'
import type { View } from '../view.ts'

export interface Search extends Paging {
  /** Part of the name, folded. */
  readonly part: string
  readonly type: 'file' | 'folder' | undefined
  /** Only what is beneath this folder; null: the whole workspace. */
  readonly folderId: string | null
}

/*
 * How many folders, names or items there will be, the planner cannot know. Each step is therefore written as a subquery
 * with `offset 0`, which is a look-up in the index for each row and never a join with all items of the workspace.
 */

/** So many items are looked at one by one; in all but large workspaces these are all there are. */
const scannedItemsMax = 20_000

/** Of the items whose names match in a large workspace so many are looked at to see whether they are beneath a folder. */
const placedItemsMax = 50_000

/** One page of what matches, by name, and how many there are as far as a list goes. */
export async function search(
  database: Queryable,
  workspaceId: number,
  wanted: Search,
): Promise<{ items: Item[]; found: number }> {
  const scanned = await readPage(database, workspaceId, wanted, scan(workspaceId, wanted))
  // Either everything was looked at, or what matches is so frequent that a list is full already.
  if (scanned.complete || scanned.found >= listedItemsMax) return scanned
  return readPage(database, workspaceId, wanted, lookUp(workspaceId, wanted))
}

const ofType = (type: Search['type']): Fragment => (type ? sql`type = ${type}` : sql`true`)

/** All folders beneath one, itself included. */
const foldersBeneath = (workspaceId: number, folderId: string): Fragment => sql`
  folders as (
    select ${folderId}::text collate "C" as id
    union all
    select child.id
    from folders cross join lateral (
      select id from files.file
      where workspace_id = ${workspaceId} and parent_id = folders.id and type = 'folder'
      offset 0
    ) child
  )`

/**
 * Looks at one name after another, in their order where it is the whole workspace: quick for what is small, and for
 * what matches often. Complete when it came to the end.
 */
function scan(workspaceId: number, { part, type, folderId }: Search): Fragment {
  const looked =
    folderId === null
      ? sql`
        looked as (
          select id, type, folded_name from files.file where workspace_id = ${workspaceId}
          order by folded_name, id
          limit ${scannedItemsMax}
        )`
      : sql`
        ${foldersBeneath(workspaceId, folderId)}, looked as (
          select item.id, item.type, item.folded_name
          from folders cross join lateral (
            select id, type, folded_name from files.file
            where workspace_id = ${workspaceId} and parent_id = folders.id
            offset 0
          ) item
          limit ${scannedItemsMax}
        )`
  return sql`
    with recursive ${looked}, hits as (
      select id, folded_name from looked where strpos(folded_name, ${part}) > 0 and ${ofType(type)}
      limit ${listedItemsMax}
    ), seen as (
      select (select count(*) from looked) < ${scannedItemsMax} as complete
    )`
}

/**
 * Looks the pieces of the part up in the index of names and goes from the names to the items. Of more matches than a
 * list holds it takes some, always the same.
 */
function lookUp(workspaceId: number, { part, type, folderId }: Search): Fragment {
  const named = sql`
    names as (
      -- Is true: the index of grams alone, which knows the workspace, and not all names of it from another one too.
      select folded_name from files.name
      where (workspace_id = ${workspaceId}) is true and strpos(folded_name, ${part}) > 0
        and files.grams(workspace_id, folded_name) @> array(
          select hashtextextended(gram collate "C", ${workspaceId}) from unnest(${gramsOf(part)}::text[]) gram
        )
    ), named as (
      select item.id, item.type, item.folded_name, item.parent_id
      from names cross join lateral (
        select id, type, folded_name, parent_id from files.file
        where workspace_id = ${workspaceId} and folded_name = names.folded_name
        offset 0
      ) item
    )`
  const hits =
    folderId === null
      ? sql`hits as (select id, folded_name from named where ${ofType(type)} limit ${listedItemsMax})`
      : sql`
        ${foldersBeneath(workspaceId, folderId)}, hits as (
          select id, folded_name from (select * from named limit ${placedItemsMax}) looked
          -- Is true: no join with folders, of whose number the planner knows nothing, but one hash of them.
          where ${ofType(type)} and (parent_id in (select id from folders)) is true
          limit ${listedItemsMax}
        )`
  return sql`with recursive ${named}, ${hits}, seen as (select true as complete)`
}

const gramCharacters = 3

/**
 * The pieces by which a name is looked up: every three characters of the part and its last three, or all of what is
 * shorter. Those in between are implied nearly always and would only have to be read as well.
 */
export function gramsOf(part: string): string[] {
  const characters = Array.from(part)
  const lastStart = Math.max(0, characters.length - gramCharacters)
  const starts = characters.map((_, at) => at).filter((at) => at < lastStart && at % gramCharacters === 0)
  const grams = [...starts, lastStart].map((at) => characters.slice(at, at + gramCharacters).join(''))
  return [...new Set(grams)]
}

interface Found {
  readonly items: Item[]
  readonly found: number
  readonly complete: boolean
}

/** Reads one page out of `hits`, which `source` defines together with `seen`. */
async function readPage(
  database: Queryable,
  workspaceId: number,
  paging: Paging,
  source: Fragment,
): Promise<Found> {
  const rows = await database.rows<
    { readonly found: number; readonly complete: boolean } & (Item | { readonly id: null })
  >(sql`
    ${source}, page as (
      select id, folded_name from hits order by folded_name, id
      limit ${shownOf(paging)} offset ${paging.offset}
    )
    select
      (select count(*) from hits) as found, (select complete from seen) as complete,
      file.id, file.type, file.name, file.parent_id, file.size, file.has_thumbnail, file.share_status,
      file.shared_with, file.share_password_hash is not null as share_password_protected,
      file.share_expires_at, file.created_at, file.updated_at
    from (select) always
    left join (page join files.file file on file.workspace_id = ${workspaceId} and file.id = page.id) on true
    order by page.folded_name, page.id`)
  const { found = 0, complete = true } = rows[0] ?? {}
  return { items: rows.filter((row) => row.id !== null), found, complete }
}

interface Breadcrumb {
  readonly id: string
  readonly name: string
}

/** Item → the way to it from the top of the view, itself included. */
export async function pathsTo(
  database: Queryable,
  view: View,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Breadcrumb[]>> {
  const rows = await database.rows<Breadcrumb & { readonly item: string }>(sql`
    with recursive upwards as (
      select item.id as item, item.id, item.parent_id, item.name, 0 as height
      from unnest(${ids}::text[]) as wanted (id) cross join lateral (
        select id, parent_id, name from files.file
        where workspace_id = ${view.workspaceId} and id = wanted.id
        offset 0
      ) item
      union all
      select upwards.item, above.id, above.parent_id, above.name, upwards.height + 1
      from upwards cross join lateral (
        select id, parent_id, name from files.file
        where workspace_id = ${view.workspaceId} and id = upwards.parent_id
        offset 0
      ) above
      where upwards.id is distinct from ${view.folderId}
    )
    select item, id, name from upwards order by item, height desc`)
  const paths = Map.groupBy(rows, ({ item }) => item)
  return new Map([...paths].map(([item, path]) => [item, path.map(({ id, name }) => ({ id, name }))]))
}

/** Puts names that wait beside the index into it. */
export const putWaitingNamesIn = async (database: Queryable): Promise<void> => {
  await database.run(sql`select gin_clean_pending_list('files.name_grams')`)
}

/** A name that something in a workspace bears. */
export interface Name {
  readonly workspaceId: number
  readonly foldedName: string
}

/** Of the next `max` names those that nothing bears, and where to go on; `last` is undefined at the end. */
export async function findUnusedNames(
  database: Queryable,
  after: Name,
  max: number,
): Promise<{ unused: Name[]; last: Name | undefined }> {
  const rows = await database.rows<Name & { readonly used: boolean }>(sql`
    select
      workspace_id as "workspaceId", folded_name as "foldedName",
      exists (
        select from files.file item
        where item.workspace_id = name.workspace_id and item.folded_name = name.folded_name
      ) as used
    from files.name name
    where (workspace_id, folded_name) > (${after.workspaceId}::bigint, ${after.foldedName}::text)
    order by workspace_id, folded_name
    limit ${max}`)
  return { unused: rows.filter(({ used }) => !used), last: rows.at(-1) }
}

/**
 * Removes those of the names that still nothing bears; how many. Whoever adds items looks for their names under a lock
 * that this one excludes, so none of them can have seen a name that then goes.
 */
export const forgetNames = (database: Database, names: readonly Name[]): Promise<number> =>
  database.transaction(async (tx) => {
    await tx.run(sql`lock table files.name in share row exclusive mode`)
    return tx.run(sql`
      delete from files.name name
      using unnest(
        ${names.map(({ workspaceId }) => workspaceId)}::bigint[], ${names.map(({ foldedName }) => foldedName)}::text[]
      ) as old (workspace_id, folded_name)
      where name.workspace_id = old.workspace_id and name.folded_name = old.folded_name collate "C"
        and not exists (
          select from files.file item
          where item.workspace_id = name.workspace_id and item.folded_name = name.folded_name
        )`)
  })
