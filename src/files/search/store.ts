import type { Queryable } from '../../platform/database/database.ts'
import { sql, type Fragment } from '../../platform/database/sql.ts'
import type { Item } from '../item/model.ts'
import { childrenOf, foldersFrom, itemOf } from '../item/tree-store.ts'
import { listedItemsMax } from '../limits.ts'
import type { Paging } from '../paging.ts'
import { shownOf } from '../paging.ts'

export interface Search extends Paging {
  readonly part: string
  readonly type: 'file' | 'folder' | undefined
  readonly folderId: string | null
}

/* Each step is a look-up for each row, as in item/tree-store.ts. */

/** For small workspaces a scan is faster than the index. */
const glancedItemsMax = 6000

/** Scanned when the first scan suggests that a list will be full by then. */
const scannedItemsMax = 40_000

export async function search(
  database: Pick<Queryable, 'rows'>,
  workspaceId: number,
  wanted: Search,
): Promise<{ items: Item[]; found: number }> {
  const read = (source: Fragment) => readPage(database, workspaceId, wanted, source)
  const scanned = (itemsMax?: number) => read(scan(workspaceId, wanted, itemsMax))
  const lookedUp = (namesMax: number) => read(lookUp(workspaceId, wanted, namesMax))

  const glance = await scanned(glancedItemsMax)
  if (glance.complete) return glance
  const frequent = glance.found * scannedItemsMax >= listedItemsMax * glancedItemsMax
  if (wanted.folderId !== null) {
    const page = frequent ? undefined : await lookedUp(listedItemsMax)
    return page?.complete === true ? page : scanned()
  }
  const page = frequent ? await scanned(scannedItemsMax) : glance
  return page.complete ? page : lookUpAll(lookedUp)
}

/** Looks at more and more names, because some have no items any more. */
async function lookUpAll(lookedUp: (namesMax: number) => Promise<Found>): Promise<Found> {
  for (let namesMax = listedItemsMax; ; namesMax *= 10) {
    const page = await lookedUp(namesMax)
    if (page.complete) return page
  }
}

const ofType = (type: Search['type']): Fragment => (type ? sql`type = ${type}` : sql`true`)

/** Fast for small workspaces and frequent matches. Without `itemsMax` it stops only when a list is full. */
function scan(workspaceId: number, { part, type, folderId }: Search, itemsMax: number | undefined): Fragment {
  const looked =
    folderId === null
      ? sql`
        looked as (
          select id, type, folded_name from files.file where workspace_id = ${workspaceId}
          order by folded_name, id
          limit ${itemsMax ?? null}
        )`
      : sql`
        ${foldersFrom(workspaceId, folderId)}, looked as (
          select item.id, item.type, item.folded_name
          from folders cross join lateral ${childrenOf(sql`folders.id`, workspaceId, sql`id, type, folded_name`)} item
          limit ${itemsMax ?? null}
        )`
  // Only the first scan is counted: counting makes PostgreSQL materialize it, which takes longer than the scan.
  const everything =
    itemsMax === glancedItemsMax
      ? sql`(select count(*) from looked) < ${itemsMax}`
      : sql`${itemsMax === undefined}::boolean`
  return sql`
    ${looked}, hits as (
      select id, folded_name from looked where strpos(folded_name, ${part}) > 0 and ${ofType(type)}
      limit ${listedItemsMax}
    ), seen as (
      select ${everything} as everything
    )`
}

/** Scans unindexed names and looks up the grams of the others, by shard. Of too many matches returns always the same. */
function lookUp(workspaceId: number, { part, type, folderId }: Search, namesMax: number): Fragment {
  const named = sql`
    names as materialized (
      select folded_name from files.name
      where workspace_id = ${workspaceId} and ${ofType(type)} and strpos(folded_name, ${part}) > 0 and not indexed
      union all
      select name.folded_name
      from (
        select array_agg(hashtextextended(gram collate "C", files.gram_seed(${workspaceId}, type, shard))) as grams
        from unnest(${type ? [type] : ['folder', 'file']}::text[]) type
          cross join generate_series(0, ${shards - 1}::int) shard
          cross join unnest(${gramsOf(part)}::text[]) gram
        group by type, shard
        order by type desc, shard
      ) shard cross join lateral (
        -- Is true: only the index of grams, which knows the workspace, not also all names of it from another one.
        select folded_name from files.name
        where (workspace_id = ${workspaceId}) is true and strpos(folded_name, ${part}) > 0
          and files.grams(workspace_id, type, folded_name) @> shard.grams and indexed
        offset 0
      ) name
      limit ${namesMax}
    ), named as (
      -- Any of an array: one walk along the index in order, twice as fast as separate look-ups.
      select id, folded_name, parent_id from files.file
      where workspace_id = ${workspaceId} and ${ofType(type)}
        and folded_name = any(array(select folded_name from names))
      limit ${folderId === null ? listedItemsMax : namesMax}
    ), seen as (
      select (select count(*) from names) < ${namesMax} and (select count(*) from named) < ${namesMax} as everything
    )`
  const hits =
    folderId === null ? sql`hits as (select id, folded_name from named)` : beneath(workspaceId, folderId)
  return sql`${named}, ${hits}`
}

/** Walks up from the items, because a folder may have any number beneath it. */
const beneath = (workspaceId: number, folderId: string): Fragment => sql`
  ways as (
    select distinct parent_id as folder_id, parent_id as above_id from named
    union all
    select ways.folder_id, above.parent_id
    from ways cross join lateral ${itemOf(sql`ways.above_id`, workspaceId, sql`parent_id`)} above
    where ways.above_id <> ${folderId}
  ), hits as (
    select id, folded_name from named
    -- Is true: a hash of ways instead of a join, whose size the planner cannot estimate.
    where (parent_id in (select folder_id from ways where above_id = ${folderId})) is true
    limit ${listedItemsMax}
  )`

/** As in migrations/0003-files.sql. */
const shards = 8

const gramCharacters = 3
const gramsMax = 24

/** Three characters at every second position, and the last three; the others are nearly always implied. */
export function gramsOf(part: string): string[] {
  const characters = Array.from(part)
  const lastStart = Math.max(0, characters.length - gramCharacters)
  const step = Math.max(2, Math.ceil(lastStart / (gramsMax - 1)))
  const starts = characters.map((_, at) => at).filter((at) => at < lastStart && at % step === 0)
  const grams = [...starts, lastStart].map((at) => characters.slice(at, at + gramCharacters).join(''))
  return [...new Set(grams)]
}

interface Found {
  readonly items: Item[]
  readonly found: number
  /** No match was left out, or the list is full. */
  readonly complete: boolean
}

async function readPage(
  database: Pick<Queryable, 'rows'>,
  workspaceId: number,
  paging: Paging,
  source: Fragment,
): Promise<Found> {
  const rows = await database.rows<
    { readonly found: number; readonly complete: boolean } & (Item | { readonly id: null })
  >(sql`
    with /* files.search.readPage */ recursive ${source}, page as (
      select id, folded_name from hits order by folded_name, id
      limit ${shownOf(paging)} offset ${paging.offset}
    )
    select
      counted.found, counted.found >= ${listedItemsMax} or (select everything from seen) as complete,
      file.id, file.type, file.name, file.parent_id, file.size, file.has_thumbnail, file.share_status,
      file.shared_with, file.share_password_hash is not null as share_password_protected,
      file.share_expires_at, file.created_at, file.updated_at
    from (select count(*) as found from hits) counted
    left join (page join files.file file on file.workspace_id = ${workspaceId} and file.id = page.id) on true
    order by page.folded_name, page.id`)
  const { found = 0, complete = true } = rows[0] ?? {}
  return { items: rows.filter((row) => row.id !== null), found, complete }
}
