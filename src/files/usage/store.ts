import type { Queryable, Transaction } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import { problem } from '../problems.ts'
import type { Usage } from './rules.ts'

export const insertUsage = (tx: Queryable, workspaceId: number, limitBytes: number | null): Promise<number> =>
  tx.run(sql`
    insert /* files.usage.insertUsage */
      into files.usage (workspace_id, limit_bytes) values (${workspaceId}, ${limitBytes})`)

export const updateLimit = async (
  database: Queryable,
  workspaceId: number,
  limitBytes: number | null,
): Promise<boolean> =>
  (await database.run(sql`
    update /* files.usage.updateLimit */
      files.usage set limit_bytes = ${limitBytes} where workspace_id = ${workspaceId}`)) === 1

interface CountedUsage extends Usage {
  readonly reserved_bytes: number
  readonly file_count: number
  readonly folder_count: number
}

export async function findUsage(database: Queryable, workspaceId: number): Promise<CountedUsage> {
  const usage = await database.find<CountedUsage>(sql`
    select /* files.usage.findUsage */ used_bytes, reserved_bytes, limit_bytes, file_count, folder_count
    from files.usage where workspace_id = ${workspaceId}`)
  if (!usage) throw new Error(`The workspace ${workspaceId} has no storage.`)
  return usage
}

export const listStored = (
  database: Queryable,
  workspaceId: number | null,
): Promise<{ workspace_id: number; used_bytes: number }[]> =>
  database.rows(sql`
    select /* files.usage.listStored */ workspace_id, used_bytes from files.usage
     where used_bytes > 0 and (${workspaceId}::bigint is null or workspace_id = ${workspaceId})`)

/** Changes with every change of the workspace's items: docs/decisions/0020. */
export async function findRevision(database: Queryable, workspaceId: number): Promise<string | undefined> {
  const usage = await database.find<{ revision: string }>(sql`
    select /* files.usage.findRevision */ xmin::text as revision from files.usage where workspace_id = ${workspaceId}`)
  return usage?.revision
}

interface Charge extends Counted {
  readonly reservedBytes?: number
}

/** Throws `quota_exceeded`. */
export async function reserveBytes(tx: Transaction, workspaceId: number, bytes: number): Promise<void> {
  const reserved = await tx.run(sql`
    update /* files.usage.reserveBytes */ files.usage set reserved_bytes = reserved_bytes + ${bytes}
    where workspace_id = ${workspaceId}
      and (limit_bytes is null or used_bytes + reserved_bytes + ${bytes} <= limit_bytes)`)
  if (reserved === 0) throw problem.quota_exceeded()
}

export const releaseReserved = (tx: Transaction, workspaceId: number, bytes: number): Promise<number> =>
  tx.run(sql`
    update /* files.usage.releaseReserved */
      files.usage set reserved_bytes = reserved_bytes - ${bytes} where workspace_id = ${workspaceId}`)

/** When nothing is being written any more. */
export const releaseAllReserved = (tx: Transaction): Promise<number> =>
  tx.run(sql`
    update /* files.usage.releaseAllReserved */ files.usage set reserved_bytes = 0 where reserved_bytes <> 0`)

/** Throws `quota_exceeded`. */
export async function chargeFolder(tx: Transaction, workspaceId: number, itemsMax: number): Promise<void> {
  const counted = await tx.run(sql`
    update /* files.usage.chargeFolder */ files.usage set folder_count = folder_count + 1
    where workspace_id = ${workspaceId} and file_count + folder_count < ${itemsMax}::bigint`)
  if (counted === 0)
    throw problem.quota_exceeded({ message: 'The workspace has reached its limit of files and folders.' })
}

/**
 * Charges items and ends their reservation, or throws `quota_exceeded`. What is fully reserved fits, unless the limit
 * was lowered. PostgreSQL evaluates the condition on the locked row, so concurrent uploads never exceed the limit. All
 * writers of a workspace share this row: make it the last statement of a transaction, like all others in this file.
 */
export async function chargeItems(
  tx: Transaction,
  workspaceId: number,
  { bytes, reservedBytes = 0, files, folders }: Charge,
  itemsMax: number,
): Promise<void> {
  const charged = await tx.run(sql`
    update /* files.usage.chargeItems */ files.usage
    set used_bytes = used_bytes + ${bytes}, reserved_bytes = greatest(reserved_bytes - ${reservedBytes}::bigint, 0),
      file_count = file_count + ${files}, folder_count = folder_count + ${folders}
    where workspace_id = ${workspaceId}
      and (
        limit_bytes is null or ${bytes}::bigint = 0
        or used_bytes + ${bytes} + case
          when ${reservedBytes}::bigint >= ${bytes}::bigint then 0
          else reserved_bytes - ${reservedBytes}::bigint
        end <= limit_bytes
      )
      and file_count + folder_count + ${files} + ${folders} <= ${itemsMax}::bigint`)
  if (charged === 0) throw problem.quota_exceeded()
}

/** null: no limit. Locked until the transaction ends. */
export const lockFreeBytes = async (tx: Transaction, workspaceId: number): Promise<number | null> => {
  const { free } = await tx.one<{ free: number | null }>(sql`
    select /* files.usage.lockFreeBytes */
      case when limit_bytes is not null then greatest(limit_bytes - used_bytes - reserved_bytes, 0) end as free
    from files.usage where workspace_id = ${workspaceId}
    for update`)
  return free
}

/** Never below 0: a wrong count, which recount-storage corrects, must not block deletions. */
export const releaseTree = (
  tx: Transaction,
  workspaceId: number,
  { bytes, files, folders }: Counted,
): Promise<number> =>
  tx.run(sql`
    update /* files.usage.releaseTree */ files.usage
    set used_bytes = greatest(used_bytes - ${bytes}, 0), file_count = greatest(file_count - ${files}, 0),
      folder_count = greatest(folder_count - ${folders}, 0)
    where workspace_id = ${workspaceId}`)

/** Changes the revision after items were moved, renamed or got other blobs. */
export const touchUsage = (tx: Transaction, workspaceId: number): Promise<number> =>
  tx.run(sql`
    update /* files.usage.touchUsage */ files.usage set used_bytes = used_bytes where workspace_id = ${workspaceId}`)

export interface Counted {
  readonly bytes: number
  readonly files: number
  readonly folders: number
}

export const listCountedWorkspaces = async (
  database: Queryable,
  afterId: number,
  max: number,
): Promise<number[]> => {
  const rows = await database.rows<{ workspace_id: number }>(sql`
    select /* files.usage.listCountedWorkspaces */
      workspace_id from files.usage where workspace_id > ${afterId} order by workspace_id limit ${max}`)
  return rows.map(({ workspace_id: id }) => id)
}

export interface Miscount extends Counted {
  readonly reserved: number
}

export const findMiscount = (database: Queryable, workspaceId: number): Promise<Miscount> =>
  database.one<Miscount>(sql`
    with /* files.usage.findMiscount */ held as (
      select
        coalesce(sum(size), 0)::bigint as bytes, count(*) filter (where type = 'file') as files,
        count(*) filter (where type = 'folder') as folders
      from files.file where workspace_id = ${workspaceId}
    ),
    reserved as (
      select coalesce(sum(bytes), 0)::bigint as bytes from (
        select size as bytes from files.upload where workspace_id = ${workspaceId}
        union all
        select reserved_bytes from files.blob where workspace_id = ${workspaceId} and reserved_bytes > 0
      ) reservations
    )
    select
      usage.used_bytes - held.bytes as bytes, usage.file_count - held.files as files,
      usage.folder_count - held.folders as folders, usage.reserved_bytes - reserved.bytes as reserved
    from files.usage usage cross join held cross join reserved
    where usage.workspace_id = ${workspaceId}`)

/** Files read after this match the usage, because every change updates the usage last. */
export const lockUsage = (tx: Transaction, workspaceId: number): Promise<number> =>
  tx.run(sql`
    select /* files.usage.lockUsage */ from files.usage where workspace_id = ${workspaceId} for update`)
