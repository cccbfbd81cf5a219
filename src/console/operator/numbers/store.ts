import type { Queryable } from '../../../platform/database/database.ts'
import { sql } from '../../../platform/database/sql.ts'
import type { CarrierName } from '../../../sms/number/model.ts'
import { type ShownNumber, shownColumns } from '../../number/store.ts'

export interface ListedNumber extends ShownNumber {
  readonly workspace: { readonly id: number; readonly name: string } | null
}

export interface NumberFilter {
  readonly id?: number | undefined
  readonly pool?: boolean | undefined
  readonly workspaceId?: number | undefined
  readonly carrier?: CarrierName | undefined
  readonly online?: boolean | undefined
  readonly before?: number | undefined
  readonly limit: number
}

/** Live numbers, newest first. Those of a workspace that is being deleted are still its own. */
export const findNumbers = (
  database: Queryable,
  { id, pool = false, workspaceId, carrier, online, before, limit }: NumberFilter,
): Promise<ListedNumber[]> =>
  database.rows<ListedNumber>(sql`
    select /* console.numbers.findNumbers */
      ${shownColumns},
      case when w.id is not null then json_build_object('id', w.id, 'name', w.name) end as workspace
      from sms.number n
      left join identity.every_workspace w on w.id = n.dedicated_to
      left join sms.phone p on p.number_id = n.id
     where n.removed_at is null
       and ${id === undefined ? sql`true` : sql`n.id = ${id}`}
       and ${pool ? sql`n.workspace_id is null` : sql`true`}
       and ${workspaceId === undefined ? sql`true` : sql`n.workspace_id = ${workspaceId}`}
       and ${carrier === undefined ? sql`true` : sql`n.carrier = ${carrier}`}
       and ${online === undefined ? sql`true` : sql`n.online = ${online}`}
       and ${before === undefined ? sql`true` : sql`n.id < ${before}`}
     order by n.id desc
     limit ${limit}`)

const countedMax = 1000

/** Messages that wait for this number alone, counted up to a thousand. */
export async function countQueued(database: Queryable, numberId: number): Promise<number> {
  const { queued } = await database.one<{ queued: number }>(sql`
    select /* console.numbers.countQueued */ count(*)::int as queued
      from (select from sms.queue where lane = ${numberId} limit ${countedMax}) q`)
  return queued
}
