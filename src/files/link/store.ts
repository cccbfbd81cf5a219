import type { Queryable } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'

export const replaceCode = (
  tx: Queryable,
  code: {
    readonly linkId: string
    readonly version: number
    readonly email: string
    readonly hash: string
    readonly tries: number
    readonly expiresAt: Date
  },
): Promise<number> =>
  tx.run(sql`
    insert /* files.link.replaceCode */
      into files.share_code (file_id, email, share_version, code_hash, tries_left, expires_at)
    values (${code.linkId}, ${code.email}, ${code.version}, ${code.hash}, ${code.tries}, ${code.expiresAt})
    on conflict (file_id, email) do update
    set share_version = excluded.share_version, code_hash = excluded.code_hash,
      tries_left = excluded.tries_left, expires_at = excluded.expires_at`)

export const takeCodeTry = async (
  database: Queryable,
  code: { readonly linkId: string; readonly version: number; readonly email: string; readonly now: Date },
): Promise<string | undefined> =>
  (
    await database.first<{ code_hash: string }>(sql`
      update /* files.link.takeCodeTry */ files.share_code set tries_left = tries_left - 1
      where file_id = ${code.linkId} and email = ${code.email} and share_version = ${code.version}
        and expires_at > ${code.now} and tries_left > 0
      returning code_hash`)
  )?.code_hash

/** False when a concurrent request consumed it. */
export const consumeCode = async (
  database: Queryable,
  linkId: string,
  email: string,
  hash: string,
): Promise<boolean> =>
  (await database.run(sql`
    delete /* files.link.consumeCode */ from files.share_code
    where file_id = ${linkId} and email = ${email} and code_hash = ${hash}`)) === 1

export interface Access {
  readonly linkId: string
  readonly workspaceId: number
  readonly entryId: string
  readonly action: 'view' | 'preview' | 'download' | 'password' | 'code'
  readonly email: string | null
  readonly address: string
  readonly at: Date
}

export const recordAccess = (database: Queryable, access: Access): Promise<number> =>
  database.run(sql`
    insert /* files.link.recordAccess */
      into files.share_access (file_id, workspace_id, entry_id, action, email, address, accessed_at)
    values (
      ${access.linkId}, ${access.workspaceId}, ${access.entryId}, ${access.action}, ${access.email},
      ${access.address}, ${access.at}
    )`)

/** Of a busy link. Bounds the look-up; a visitor among more may be recorded again. */
const recentMax = 50

/** Unless the same visit was recorded since then: players fetch a file in many ranges, and its beginning more than once. */
export const recordAccessOnce = (database: Queryable, access: Access, since: Date): Promise<number> =>
  database.run(sql`
    insert /* files.link.recordAccessOnce */
      into files.share_access (file_id, workspace_id, entry_id, action, email, address, accessed_at)
    select
      ${access.linkId}, ${access.workspaceId}, ${access.entryId}, ${access.action}, ${access.email},
      ${access.address}, ${access.at}
    where not exists (
      select from (
        select entry_id, action, email, address, accessed_at from files.share_access
        where file_id = ${access.linkId}
        order by id desc
        limit ${recentMax}
      ) recent
      where entry_id = ${access.entryId} and action = ${access.action} and address = ${access.address}
        and email is not distinct from ${access.email} and accessed_at > ${since}
    )`)

export const deleteExpiredCodes = (database: Queryable, now: Date, max: number): Promise<number> =>
  database.run(sql`
    delete /* files.link.deleteExpiredCodes */ from files.share_code
    where (file_id, email) in (select file_id, email from files.share_code where expires_at <= ${now} limit ${max})`)

export const deleteOldAccesses = (
  database: Queryable,
  { before, keptMax, max }: { readonly before: Date; readonly keptMax: number; readonly max: number },
): Promise<number> =>
  database.run(sql`
    delete /* files.link.deleteOldAccesses */ from files.share_access
    where id in (
      select id from files.share_access
      where accessed_at < ${before} or id <= (select max(id) from files.share_access) - ${keptMax}
      order by id
      limit ${max}
    )`)
