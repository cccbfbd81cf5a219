import type { Queryable } from '../../../platform/database/database.ts'
import { sql } from '../../../platform/database/sql.ts'
import type { BodyRow } from '../../message/body.ts'
import type { Status } from '../../message/model.ts'
import type { NumberRow } from '../../number/model.ts'
import type { Behavior } from './model.ts'

export interface SimulatorRow
  extends Pick<NumberRow, 'id' | 'phone' | 'label' | 'online' | 'workspace_id'>, Behavior {
  /** When its offline spell ends. */
  readonly online_at: Date | null
}

/** Live simulator numbers that the workspace may send from: its own first, then those of the pool. */
export const usableSimulators = (
  database: Queryable,
  workspaceId: number,
  { id, countMax }: { readonly id?: number; readonly countMax: number },
): Promise<SimulatorRow[]> =>
  database.rows<SimulatorRow>(sql`
    select /* sms.simulator.usableSimulators */
      n.id, n.phone, n.label, n.online, n.workspace_id, s.online_at,
      s.deliver_ms as "deliverMs", s.fail_rate as "failRate", s.busy_rate as "busyRate", s.hold
      from sms.number n
      join sms.simulator s on s.number_id = n.id
     where n.removed_at is null and (n.workspace_id is null or n.workspace_id = ${workspaceId})
       and (${id ?? null}::bigint is null or n.id = ${id ?? null})
     order by n.workspace_id, n.id
     limit ${countMax}`)

/** A text that a person at the other end got or wrote. */
export interface PersonTextRow extends BodyRow {
  readonly id: number
  readonly direction: 'in' | 'out'
  readonly status: Status
  readonly error_code: string | null
  readonly error_message: string | null
  readonly at: Date
}

const columns = sql`
  m.id, m.direction, m.phone, m.body, m.sealed_body, m.status, m.error_code, m.error_message,
  coalesce(t.at, m.created_at) as at`

/** A message `m` that the virtual phone sent as text `t`, or that the person wrote. A queued one is not there yet. */
const isThere = sql`(m.direction = 'in' or t.message_id is not null)`

export interface PersonFilter {
  readonly workspaceId: number
  readonly numberId: number
  readonly before: number | undefined
}

/** How much of a list a request reads at most, so that it costs the same with any number of messages. */
export interface PageSize {
  readonly countMax: number
  readonly readMax: number
}

export interface TextsPage {
  /** Newest first. */
  readonly rows: PersonTextRow[]
  /** Where the next page begins; null: there are no more. */
  readonly nextBefore: number | null
}

/** Those among the next `readMax` messages with the phone, over any number. */
export async function textsOfPerson(
  database: Queryable,
  { workspaceId, numberId, before, phone }: PersonFilter & { readonly phone: string },
  { countMax, readMax }: PageSize,
): Promise<TextsPage> {
  const order = sql`m.workspace_id desc, m.phone desc, m.id desc`
  const found = await database.rows<
    PersonTextRow & { readonly found: boolean; readonly isLast: boolean }
  >(sql`
    select /* sms.simulator.textsOfPerson */ ${columns}, m.found, m.place = ${readMax} as "isLast"
      from (
        select m.*
          from (
            select m.*, m.number_id is not distinct from ${numberId} and (m.direction = 'in' or exists (
                     select from sms.simulated_text t where t.message_id = m.id)) as found
              from (
                select m.*, row_number() over (order by ${order}) as place
                  from sms.message m
                 where (m.workspace_id, m.phone, m.id) > (${workspaceId}, ${phone}, 0)
                   and (m.workspace_id, m.phone, m.id) < (${workspaceId}, ${phone}, ${before ?? Number.MAX_SAFE_INTEGER})
                 order by ${order}
                 limit ${readMax}
              ) m
          ) m
         where m.found or m.place = ${readMax}
         order by ${order}
         limit ${countMax + 1}
      ) m
      left join sms.simulated_text t on t.message_id = m.id
     order by m.id desc`)
  const texts = found.filter((row) => row.found)
  const rows = texts.slice(0, countMax)
  const last = texts.length > countMax ? rows.at(-1) : found.find((row) => row.isLast)
  return {
    rows: rows.map(({ found: _found, isLast: _isLast, ...row }) => row),
    nextBefore: last?.id ?? null,
  }
}

export interface PeoplePage {
  /** The last text of each person, newest first. */
  readonly rows: PersonTextRow[]
  /** Where the next page begins; null: there are no more. */
  readonly nextBefore: number | null
}

/** Messages that are read to tell whether a person was on a page before. Beyond them, someone may be on two pages. */
const laterMax = 200

/** The people of the next `readMax` messages of the number. */
export async function peopleOfNumber(
  database: Queryable,
  { workspaceId, numberId, before }: PersonFilter,
  { countMax, readMax }: PageSize,
): Promise<PeoplePage> {
  type Found = (PersonTextRow | { readonly id: null }) & {
    readonly read: number
    readonly last: number | null
  }
  const found = await database.rows<Found>(sql`
    with /* sms.simulator.peopleOfNumber */ read as materialized (
      select ${columns}, ${isThere} as there
        from sms.message m
        left join sms.simulated_text t on t.message_id = m.id
       where m.workspace_id = ${workspaceId} and m.number_id = ${numberId}
         and (${before ?? null}::bigint is null or m.id < ${before ?? null})
       order by m.id desc
       limit ${readMax}
    ),
    newest as materialized (
      select distinct on (phone) * from read where there order by phone, id desc
    ),
    shown as (
      select newest.* from (select * from newest order by id desc offset 0) newest
       where ${before ?? null}::bigint is null or not exists (
         select from (
           select * from sms.message
            where (workspace_id, phone, id) >= (${workspaceId}, newest.phone, ${before ?? null}::bigint)
              and (workspace_id, phone, id) < (${workspaceId}, newest.phone, ${Number.MAX_SAFE_INTEGER}::bigint)
            order by workspace_id, phone, id
            limit ${laterMax}
         ) m
           left join sms.simulated_text t on t.message_id = m.id
          where m.number_id = ${numberId} and ${isThere})
       order by id desc
       limit ${countMax + 1}
    )
    select shown.*, bounds.read, bounds.last
      from (select count(*)::int as read, min(id) as last from read) bounds
      left join shown on true
     order by shown.id desc`)
  const people = found.filter((row) => row.id !== null)
  const rows = people.slice(0, countMax)
  if (people.length > countMax) return { rows, nextBefore: rows.at(-1)?.id ?? null }
  const { read = 0, last = null } = found[0] ?? {}
  return { rows, nextBefore: read === readMax ? last : null }
}
