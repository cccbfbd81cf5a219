import type { Queryable } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import type { Item } from '../item/model.ts'
import { listedItemsMax } from '../limits.ts'
import { shownOf, type Paging } from '../paging.ts'

export interface ListedShare extends Item {
  readonly shared_by: number | null
  /** Null for links from before this was kept. */
  readonly shared_at: Date | null
  readonly opened_at: Date | null
}

/** Links that work at `now`, newest first. */
export async function listActiveShares(
  database: Queryable,
  workspaceId: number,
  now: Date,
  paging: Paging,
): Promise<{ readonly shares: ListedShare[]; readonly found: number }> {
  const active = sql`
    workspace_id = ${workspaceId} and share_status <> 'private'
    and (share_expires_at is null or share_expires_at > ${now})`
  const [shares, { found }] = await Promise.all([
    database.rows<ListedShare>(sql`
      select /* files.share.listActiveShares */
        id, type, name, parent_id, size, has_thumbnail, share_status, shared_with,
        share_password_hash is not null as share_password_protected, share_expires_at, created_at, updated_at,
        shared_by, shared_at, (
          select accessed_at from files.share_access where file_id = file.id order by share_access.id desc limit 1
        ) as opened_at
      from files.file
      where ${active}
      order by shared_at desc nulls last, id
      limit ${shownOf(paging)} offset ${paging.offset}`),
    database.one<{ found: number }>(sql`
      select /* files.share.listActiveShares.2 */ count(*) as found
      from (select from files.file where ${active} limit ${listedItemsMax}) seen`),
  ])
  return { shares, found }
}

export interface AccessRow {
  readonly id: number
  readonly at: Date
  readonly action: 'view' | 'preview' | 'download' | 'password' | 'code'
  readonly email: string | null
  readonly address: string
  readonly entry_id: string
  readonly entry_name: string | null
}

/** Newest first. */
export const listAccesses = (
  database: Queryable,
  workspaceId: number,
  fileId: string,
  { before, limit }: { readonly before: number | undefined; readonly limit: number },
): Promise<AccessRow[]> =>
  database.rows(sql`
    select /* files.share.listAccesses */
      access.id, access.accessed_at as at, access.action, access.email, access.address, access.entry_id,
      entry.name as entry_name
    from files.share_access access
    left join files.file entry on entry.id = access.entry_id and entry.workspace_id = access.workspace_id
    where access.file_id = ${fileId} and access.workspace_id = ${workspaceId}
      and access.id < ${before ?? Number.MAX_SAFE_INTEGER}
    order by access.id desc
    limit ${limit}`)
