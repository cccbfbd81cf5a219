import type { Database, Queryable } from '../../platform/database/database.ts'
import { sql, type Fragment } from '../../platform/database/sql.ts'

export const requestStatuses = ['ok', '4xx', '5xx'] as const
export type RequestStatus = (typeof requestStatuses)[number]

/** Entries that a filtered list looks at before it answers with what it found. */
const scannedMax = 5000

const countedMax = 10_000

export interface RequestFilter {
  readonly workspaceId: number
  /** Only requests of this person, made with their keys or in the app. */
  readonly userId?: number | undefined
  readonly keyId?: number | undefined
  /** `ok` is everything below 400. */
  readonly status?: RequestStatus | undefined
  readonly code?: string | undefined
  readonly requestId?: string | undefined
  /** Only entries with a smaller id. */
  readonly before?: number | undefined
}

export interface RequestRow {
  readonly id: number
  readonly request_id: string
  readonly at: Date
  readonly user_id: number
  /** null: made in the app. */
  readonly key_id: number | null
  readonly service: string
  /** null: no endpoint has this path and method. */
  readonly operation: string | null
  readonly method: string
  /** Below the base path of the service: `/files/{id}`. */
  readonly path: string | null
  readonly status: number
  readonly code: string | null
  readonly ms: number
  readonly address: string
}

export interface RequestPage {
  readonly requests: readonly RequestRow[]
  /** Where the list goes on, null at its end. A page may have few requests or none and still go on. */
  readonly nextBefore: number | null
}

const statusConditions: Readonly<Record<RequestStatus, Fragment>> = {
  ok: sql`status < 400`,
  '4xx': sql`status between 400 and 499`,
  '5xx': sql`status >= 500`,
}

const all = sql`true`

/** The columns of one index, so that what is scanned is bounded whatever the planner believes. */
function scannedBy({ userId, keyId, status, code, requestId }: RequestFilter): Fragment {
  if (requestId !== undefined) return sql`request_id = ${requestId}`
  if (keyId !== undefined) return sql`key_id = ${keyId}`
  if (userId !== undefined) return sql`user_id = ${userId}`
  return code !== undefined || (status !== undefined && status !== 'ok') ? sql`status >= 400` : all
}

const isScanEnough = ({ userId, keyId, status, code, requestId }: RequestFilter): boolean =>
  requestId === undefined &&
  status === undefined &&
  code === undefined &&
  (userId === undefined || keyId === undefined)

/** With its statistics, the planner may choose to sort all requests of a key instead of stopping at the limit. */
const alongIndexes = { planned: 'once' } as const

/** Newest first. Takes the newest entries along one index and keeps those that pass the other filters. */
export async function listRequests(
  database: Pick<Database, 'transaction'>,
  filter: RequestFilter,
  limit: number,
): Promise<RequestPage> {
  const scanMax = isScanEnough(filter) ? limit + 1 : scannedMax
  const rows = await database.transaction((tx) => selectRequests(tx, filter, scanMax, limit), alongIndexes)
  const found = rows.flatMap(({ oldest: _oldest, entries: _entries, ...row }) =>
    isRequest(row) ? [row] : [],
  )
  const requests = found.slice(0, limit)
  const [scan] = rows
  if (found.length > limit) return { requests, nextBefore: requests.at(-1)?.id ?? null }
  return { requests, nextBefore: scan && scan.entries >= scanMax ? scan.oldest : null }
}

const selectRequests = (
  database: Queryable,
  filter: RequestFilter,
  scanMax: number,
  limit: number,
): Promise<(Partial<RequestRow> & Scan)[]> => {
  const { workspaceId, userId, keyId, status, code, before } = filter
  return database.rows(sql`
    with /* identity.request.selectRequests */ scanned as materialized (
      select id, request_id, at, user_id, key_id, service, operation, method, path, status, code, ms, address
        from identity.request
       where workspace_id = ${workspaceId} and ${scannedBy(filter)}
         and ${before === undefined ? all : sql`id < ${before}`}
       order by id desc
       limit ${scanMax}),
    found as (
      select * from scanned
       where ${userId === undefined ? all : sql`user_id = ${userId}`}
         and ${keyId === undefined ? all : sql`key_id = ${keyId}`}
         and ${status === undefined ? all : statusConditions[status]}
         and ${code === undefined ? all : sql`code = ${code}`}
       order by id desc
       limit ${limit + 1})
    select found.*, scan.oldest, scan.entries
      from (select min(id) as oldest, count(*)::integer as entries from scanned) scan
      left join found on true
     order by found.id desc`)
}

interface Scan {
  readonly oldest: number | null
  readonly entries: number
}

/** A scan in which nothing was found has a row without a request. */
const isRequest = (row: Partial<RequestRow>): row is RequestRow => typeof row.id === 'number'

/** By key, for keys that were used since then; at most 10,000 each. */
export async function countKeyRequests(
  database: Pick<Database, 'transaction'>,
  {
    workspaceId,
    keyIds,
    since,
  }: { readonly workspaceId: number; readonly keyIds: readonly number[]; readonly since: Date },
): Promise<ReadonlyMap<number, number>> {
  const counted = sql`
    select /* identity.request.countKeyRequests */ key_id, requests
      from unnest(${keyIds}::bigint[]) as key_id
     cross join lateral (
       select count(*)::integer as requests
         from (select at from identity.request
                where workspace_id = ${workspaceId} and request.key_id = key_id.key_id
                order by id desc
                limit ${countedMax}) newest
        where at >= ${since}) counted
     where requests > 0`
  const rows = await database.transaction(
    (tx) => tx.rows<{ key_id: number; requests: number }>(counted),
    alongIndexes,
  )
  return new Map(rows.map(({ key_id: keyId, requests }) => [keyId, requests]))
}
