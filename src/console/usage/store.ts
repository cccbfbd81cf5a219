import type { Queryable } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'

export interface TextTerms {
  readonly services: readonly string[]
  readonly active: boolean
  readonly sms_daily: number
  readonly payg: boolean
  readonly cap_micros: number
  readonly price_micros: number
}

/** Of the owner, whose plan pays for texts. */
export const findTerms = (database: Queryable, workspaceId: number): Promise<TextTerms> =>
  database.one<TextTerms>(sql`
    select /* console.usage.findTerms */ e.services, e.active, e.sms_daily, e.payg, e.cap_micros, e.price_micros
      from identity.workspace w
      join identity.entitlement e on e.user_id = w.owner_id
     where w.id = ${workspaceId}`)

export interface DayOfTexts {
  readonly day: string
  readonly recipients: number
  readonly charged_micros: number
}

/** Days without texts have no row. Oldest first; `from` and `to` count. */
export const listDays = (
  database: Queryable,
  workspaceId: number,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<DayOfTexts[]> =>
  database.rows<DayOfTexts>(sql`
    select /* console.usage.listDays */ day::text, recipients, charged_micros from sms.usage
     where workspace_id = ${workspaceId} and day between ${from}::date and ${to}::date
     order by day`)
