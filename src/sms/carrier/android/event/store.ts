import type { Queryable } from '../../../../platform/database/database.ts'
import { sql } from '../../../../platform/database/sql.ts'
import { poolLane, systemLane } from '../../../lanes.ts'
import type { ListeningPhone } from './rules.ts'

export const listeningPhones = (
  database: Queryable,
  deviceIds: readonly string[],
  now: Date,
): Promise<ListeningPhone[]> =>
  database.rows<ListeningPhone>(sql`
    select /* sms.event.listeningPhones */ p.device_id as "deviceId", n.id as "numberId",
           n.workspace_id is null as pool, n.online and sending.count < n.outstanding_max
             and coalesce(n.paused_until <= ${now}, true) as "hasRoom",
           exists (select from sms.queue where lane = n.id) and not identity.is_deleted(n.workspace_id)
             or exists (
               select from sms.phone_item i
                 join sms.message m on m.id = i.message_id
                 left join sms.retry r on r.message_id = i.message_id
                where i.number_id = n.id and i.listed_at is null and not identity.is_deleted(m.workspace_id)
                  and (r.due_at is null or r.due_at <= ${now} and coalesce(n.paused_until <= ${now}, true))
             ) as "hasOwn",
           n.served_at as "servedAt"
      from sms.phone p
      join sms.number n on n.id = p.number_id and n.removed_at is null
      cross join lateral (
        select count(*) as count from (
          select from sms.message where number_id = n.id and status = 'sending' limit n.outstanding_max
        ) handed
      ) sending
     where p.device_id = any (${deviceIds}::text[])`)

/**
 * Messages for the pool, each as its sticky number, or null when any number may take it. Steps from workspace to workspace,
 * so that the cost does not depend on how many wait in one that is being deleted.
 */
export async function waitingForPool(database: Queryable, countMax: number): Promise<(number | null)[]> {
  const rows = await database.rows<{ number_id: number | null }>(sql`
    with /* sms.event.waitingForPool */ recursive account (workspace_id) as (
      select min(workspace_id) from sms.queue where lane = ${poolLane}
      union all
      select (select min(workspace_id) from sms.queue where lane = ${poolLane} and workspace_id > account.workspace_id)
        from account where account.workspace_id is not null
    )
    select (
             select c.number_id
               from sms.contact c
               join sms.number n on n.id = c.number_id
              where c.workspace_id = waiting.workspace_id and c.phone = waiting.phone
                and n.online and n.removed_at is null and n.workspace_id is null
              order by c.spoke_at desc, c.wrote_id desc nulls last
              limit 1) as number_id
      from (
        (select workspace_id, phone from sms.queue where lane = ${systemLane} limit ${countMax})
        union all
        (select queued.workspace_id, queued.phone
           from account
           cross join lateral (
             select workspace_id, phone from sms.queue
              where lane = ${poolLane} and workspace_id = account.workspace_id
              limit ${countMax}
           ) queued
          where not identity.is_deleted(account.workspace_id)
          limit ${countMax})
      ) waiting`)
  return rows.map((row) => row.number_id)
}
