import type { Queryable } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'

export interface SealedCount {
  readonly what: string
  /** The beginning, which names the key. */
  readonly head: Buffer
  readonly count: number
}

export const countSealed = (database: Queryable): Promise<SealedCount[]> =>
  database.rows<SealedCount>(sql`
    with /* console.doctor.countSealed */ sealed (what, secret) as (
      select 'secrets of the installation', sealed from platform.secret
      union all select 'phone numbers of people', phone from identity.user
      union all select 'two-step secrets', totp_secret from identity.user
      union all select 'employer identification numbers', ein_sealed from identity.every_workspace
      union all select 'secrets of phones', sealed_secret from sms.phone
      union all select 'secrets of webhooks', sealed_secret from webhooks.webhook
    )
    select what, substring(secret from 1 for 5) as head, count(*)::int as count
      from sealed
     where secret is not null
     group by what, head
     order by what, head`)
