import type { Queryable } from '../../platform/database/database.ts'
import { type Fragment, sql } from '../../platform/database/sql.ts'

/** Why a number went online or offline. `added`: to the installation, the pool, or an account. */
export const changeReasons = [
  'added',
  'connected',
  'silent',
  'disconnected',
  'operator',
  'outage',
  'outage_over',
  'removed',
] as const
export type ChangeReason = (typeof changeReasons)[number]

export interface NumberChange {
  readonly at: Date
  readonly online: boolean
  readonly reason: ChangeReason
}

/** The insert of a statement whose `changed` has the `id` of each number that went online or offline. */
export const noteChanged = ({ at, online, reason }: NumberChange): Fragment => sql`
  insert /* sms.number.noteChanged */ into sms.number_change (number_id, at, online, reason)
  select id, ${at}::timestamptz, ${online}::boolean, ${reason} from changed`

/** The number begins anew, with another account. Reads of its history begin here. */
export async function noteMoved(tx: Queryable, numberId: number, at: Date, online: boolean): Promise<void> {
  await tx.run(sql`
    with /* sms.number.noteMoved */ changed as (select ${numberId}::bigint as id)
    ${noteChanged({ at, online, reason: 'added' })}`)
}

/** Oldest first. */
export const changesSince = (
  database: Queryable,
  numberId: number,
  since: Date,
  countMax: number,
): Promise<NumberChange[]> =>
  database.rows<NumberChange>(sql`
    select /* sms.number.changesSince */ at, online, reason from (
      select id, at, online, reason
        from sms.number_change
       where number_id = ${numberId} and at > ${since}
       order by at desc, id desc
       limit ${countMax}
    ) newest
    order by at, id`)

export const deleteChanges = (database: Queryable, before: Date, countMax: number): Promise<number> =>
  database.run(sql`
    delete /* sms.number.deleteChanges */ from sms.number_change
     where ctid = any (array(select ctid from sms.number_change where at < ${before} limit ${countMax}))`)
