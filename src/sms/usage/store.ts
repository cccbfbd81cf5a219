import type { Queryable } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import type { AccountUsage, Month, UsageDifference } from './model.ts'

/** Refunds count in the month in which they happen, so that a past month never changes. */
export const exportUsage = (
  database: Queryable,
  { year, month }: Month,
  workspaceId: number | null,
): Promise<AccountUsage[]> =>
  database.rows<AccountUsage>(sql`
    select /* sms.usage.exportUsage */
      workspace_id, coalesce(sum(messages) filter (where kind = 'send'), 0)::bigint as messages,
           coalesce(sum(segments) filter (where kind = 'send'), 0)::bigint as segments,
           sum(allowance)::bigint as allowance,
           coalesce(sum(messages - allowance) filter (where kind = 'send'), 0)::bigint as metered,
           coalesce(sum(micros) filter (where kind = 'send'), 0)::bigint as charged_micros,
           coalesce(-sum(micros) filter (where kind = 'reversal'), 0)::bigint as reversed_micros,
           sum(micros)::bigint as micros
      from sms.usage_entry
     where booked_at >= ${new Date(Date.UTC(year, month - 1))} and booked_at < ${new Date(Date.UTC(year, month))}
       and (${workspaceId}::bigint is null or workspace_id = ${workspaceId})
     group by workspace_id
     order by workspace_id`)

/** Where ledger, messages and account usage differ since a day, as of one moment. Reads all messages since then. */
export const differingUsage = (database: Queryable, from: Date): Promise<UsageDifference[]> =>
  database.rows<UsageDifference>(sql`
    with /* sms.usage.differingUsage */ ledger as (
      select workspace_id, day, sum(micros) as micros, sum(messages) filter (where kind = 'send') as recipients
        from sms.usage_entry
       where booked_at >= ${from}
       group by 1, 2
    ),
    message as (
      select workspace_id, (created_at at time zone 'UTC')::date as day, sum(charge_micros) as micros
        from sms.message
       where created_at >= ${from} and charge_micros > 0
       group by 1, 2
    )
    select workspace_id, day,
           array[coalesce(message.micros, 0), coalesce(ledger.micros, 0), coalesce(charged_micros, 0)]::bigint[] as micros,
           array[coalesce(ledger.recipients, 0), coalesce(usage.recipients, 0)]::bigint[] as recipients
      from (select * from sms.usage where day >= (${from}::timestamptz at time zone 'UTC')::date) usage
      full join ledger using (workspace_id, day)
      full join message using (workspace_id, day)
     where day >= (${from}::timestamptz at time zone 'UTC')::date
       and (coalesce(message.micros, 0) <> coalesce(ledger.micros, 0)
         or coalesce(ledger.micros, 0) <> coalesce(charged_micros, 0)
         or coalesce(ledger.recipients, 0) <> coalesce(usage.recipients, 0))
     order by workspace_id, day`)
