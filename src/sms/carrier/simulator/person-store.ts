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

/** Newest first. */
export const textsOfPerson = (
  database: Queryable,
  { workspaceId, numberId, before, phone }: PersonFilter & { readonly phone: string },
  countMax: number,
): Promise<PersonTextRow[]> =>
  database.rows<PersonTextRow>(sql`
    select /* sms.simulator.textsOfPerson */ ${columns}
      from sms.message m
      left join sms.simulated_text t on t.message_id = m.id
     where m.workspace_id = ${workspaceId} and m.phone = ${phone} and m.number_id = ${numberId}
       and ${isThere} and (${before ?? null}::bigint is null or m.id < ${before ?? null})
     order by m.id desc
     limit ${countMax}`)

export interface PeoplePage {
  /** The last text of each person, newest first. */
  readonly rows: PersonTextRow[]
  /** Where the next page begins; null: there are no more. */
  readonly nextBefore: number | null
}

/** The people of the next `readMax` messages, so that a page costs the same however many there are. */
export async function peopleOfNumber(
  database: Queryable,
  { workspaceId, numberId, before }: PersonFilter,
  { countMax, readMax }: { readonly countMax: number; readonly readMax: number },
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
    newest as (
      select distinct on (phone) * from read where there order by phone, id desc
    ),
    shown as (
      select newest.* from newest
       where ${before ?? null}::bigint is null or not exists (
         select from sms.message m
           left join sms.simulated_text t on t.message_id = m.id
          where m.workspace_id = ${workspaceId} and m.phone = newest.phone and m.id >= ${before ?? null}
            and m.number_id = ${numberId} and ${isThere})
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
