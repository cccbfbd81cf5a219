import type { Queryable, Transaction } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import type { StoredShare } from '../item/rules.ts'
import type { View } from '../view.ts'
import type { ShareSettings } from './rules.ts'

export interface LockedShare extends ShareSettings {
  readonly id: string
}

export async function lockShare(tx: Transaction, view: View, id: string): Promise<LockedShare | undefined> {
  return tx.first<LockedShare>(sql`
    select /* files.share.lockShare */
      id, share_status as status, shared_with as emails, share_password_hash as "passwordHash",
      share_expires_at as "expiresAt"
    from files.file
    where workspace_id = ${view.workspaceId} and id = ${id}
      and (${view.folderId}::text is null or files.within(${view.workspaceId}, id, ${view.folderId}))
    for no key update`)
}

export type SharedRow = StoredShare & { readonly id: string }

/**
 * Increments the version, so that visitors must unlock the link again. `userId` turned the link on unless it was on;
 * a private item loses that and its message.
 */
export const writeShare = (
  tx: Transaction,
  { workspaceId, userId }: { readonly workspaceId: number; readonly userId: number },
  id: string,
  { status, emails, passwordHash, expiresAt }: ShareSettings,
): Promise<SharedRow> =>
  tx.one<SharedRow>(sql`
    update /* files.share.writeShare */ files.file
    set share_status = ${status}, shared_with = ${emails}, share_password_hash = ${passwordHash},
      share_expires_at = ${expiresAt}, share_version = share_version + 1,
      shared_by = case when ${status} <> 'private' then coalesce(shared_by, ${userId}::bigint) end,
      shared_at = case when ${status} <> 'private' then coalesce(shared_at, ${tx.now()}::timestamptz) end,
      share_message = case when ${status} <> 'private' then share_message end
    where workspace_id = ${workspaceId} and id = ${id}
    returning
      id, share_status, shared_with, share_password_hash is not null as share_password_protected,
      share_expires_at`)

export const expireShares = (
  tx: Transaction,
  now: Date,
  max: number,
): Promise<(SharedRow & { readonly workspace_id: number })[]> =>
  tx.rows(sql`
    update /* files.share.expireShares */ files.file
    set share_status = 'private', shared_with = '{}', share_password_hash = null, share_expires_at = null,
      share_version = share_version + 1, shared_by = null, shared_at = null, share_message = null
    where id in (
      select id from files.file
      where share_expires_at <= ${now}
      order by share_expires_at
      limit ${max}
      for no key update skip locked
    )
    returning
      id, workspace_id, share_status, shared_with, false as share_password_protected, share_expires_at`)

export interface Link extends ShareSettings {
  readonly id: string
  readonly workspaceId: number
  readonly type: 'file' | 'folder'
  readonly version: number
  readonly sharedBy: number | null
  readonly message: string | null
}

export const findLink = (database: Queryable, id: string): Promise<Link | undefined> =>
  database.find<Link>(sql`
    select /* files.share.findLink */
      id, workspace_id as "workspaceId", type, share_version as version, share_status as status,
      shared_with as emails, share_password_hash as "passwordHash", share_expires_at as "expiresAt",
      shared_by as "sharedBy", share_message as message
    from files.file
    where id = ${id} and not identity.is_deleted(workspace_id)`)
