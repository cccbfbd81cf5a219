import type { Queryable } from '../../platform/database/database.ts'
import { sql, type Statement } from '../../platform/database/sql.ts'

/** Reserves `bytes`, or fewer if less is free, but at least `leastBytes`. */
export interface ReservationRequest {
  readonly leastBytes: number
  readonly bytes: number
}

/** Locks the usage row and reserves: the CTEs `held` and `granted`, empty when `leastBytes` does not fit. */
const grant = (workspaceId: number, { leastBytes, bytes }: ReservationRequest, condition: Statement) => sql`
  held as (
    select case
      when limit_bytes is null then ${bytes}::bigint
      else least(${bytes}::bigint, greatest(limit_bytes - used_bytes - reserved_bytes, 0))
    end as bytes
    from files.usage where workspace_id = ${workspaceId} and ${condition}
    for update
  ),
  granted as (
    update files.usage set reserved_bytes = reserved_bytes + held.bytes
    from held where workspace_id = ${workspaceId} and held.bytes >= ${leastBytes}::bigint
    returning held.bytes
  )`

interface Granted {
  readonly bytes: number
}

/** Like `announceBlobs`, with a reservation. Undefined when the quota does not allow it. */
export const announceReserved = (
  database: Queryable,
  workspaceId: number,
  key: string,
  request: ReservationRequest,
  now: Date,
): Promise<Granted | undefined> =>
  database.first<Granted>(sql`
    with /* files.blob.announceReserved */ ${grant(workspaceId, request, sql`true`)}
    insert into files.blob (key, workspace_id, reserved_bytes, created_at, touched_at)
    select ${key}, ${workspaceId}, bytes, ${now}, ${now} from granted
    returning reserved_bytes as bytes`)

/** Undefined without quota, or when the blob was swept. Locks the blob before the usage, as everywhere. */
export const growReservation = (
  database: Queryable,
  workspaceId: number,
  key: string,
  request: ReservationRequest,
): Promise<Granted | undefined> =>
  database.first<Granted>(sql`
    with /* files.blob.growReservation */ pending as (
      select key from files.blob
      where key = ${key} and workspace_id = ${workspaceId} and state = 'pending'
      for update
    ),
    ${grant(workspaceId, request, sql`exists (select from pending)`)}
    update files.blob set reserved_bytes = reserved_bytes + granted.bytes
    from granted where key = ${key} and workspace_id = ${workspaceId}
    returning granted.bytes`)

/** The CTE `given_back` releases the reservations of the deleted rows in `forgotten`. */
export const releaseForgotten = sql`
  given_back as (
    update files.usage usage set reserved_bytes = greatest(usage.reserved_bytes - detachAfterUse.bytes, 0)
    from (
      select workspace_id, sum(reserved_bytes)::bigint as bytes from forgotten
      where reserved_bytes > 0
      group by workspace_id
    ) detachAfterUse
    where usage.workspace_id = detachAfterUse.workspace_id
  )`
