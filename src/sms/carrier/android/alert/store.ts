import type { Transaction } from '../../../../platform/database/database.ts'
import { type Fragment, sql } from '../../../../platform/database/sql.ts'

export interface AlertedPhone {
  readonly id: number
  readonly phone: string
  readonly label: string
  readonly lastSeenAt: Date | null
}

/** Locked until commit; other processes skip them. */
const held = (tx: Transaction, which: Fragment): Promise<AlertedPhone[]> =>
  tx.rows<AlertedPhone>(sql`
    select /* sms.alert.held */ n.id, n.phone, n.label, p.last_seen_at as "lastSeenAt"
      from sms.phone p
      join sms.number n on n.id = p.number_id and n.removed_at is null
     where ${which}
     order by n.id
       for no key update of p skip locked`)

/** Phones that should be connected and are silent, unless they were already reported after `since`. */
export const holdSilent = (tx: Transaction, since: Date): Promise<AlertedPhone[]> =>
  held(
    tx,
    sql`not n.online and not p.paused and p.device_id is not null
        and not p.alert_open and coalesce(p.alerted_at <= ${since}, true)`,
  )

/** Phones that a mail called silent and that are back. */
export const holdBack = (tx: Transaction): Promise<AlertedPhone[]> => held(tx, sql`p.alert_open and n.online`)

export async function openAlerts(tx: Transaction, numberIds: readonly number[], at: Date): Promise<void> {
  await tx.run(sql`
    update /* sms.alert.openAlerts */ sms.phone set alert_open = true, alerted_at = ${at}
     where number_id = any (${numberIds}::bigint[])`)
}

export async function closeAlerts(tx: Transaction, numberIds: readonly number[]): Promise<void> {
  await tx.run(sql`
    update /* sms.alert.closeAlerts */ sms.phone set alert_open = false
     where number_id = any (${numberIds}::bigint[])`)
}
