import type { Queryable, Transaction } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'

export interface PlanDraft {
  readonly name: string
  readonly services: readonly string[]
  readonly smsDaily: number
  readonly payg: boolean
  readonly capMicros: number
  readonly priceMicros: number
}

/** Undefined leaves a value unchanged. */
export type PlanPatch = {
  readonly [Field in Exclude<keyof PlanDraft, 'name'>]?: PlanDraft[Field] | undefined
}

/** 0 when the name is taken. */
export const insertPlan = (tx: Transaction, plan: PlanDraft): Promise<number> =>
  tx.run(sql`
    insert /* identity.plan.insertPlan */ into identity.plan
      (name, services, sms_daily, payg, cap_micros, price_micros)
    values (${plan.name}, ${plan.services}, ${plan.smsDaily}, ${plan.payg}, ${plan.capMicros}, ${plan.priceMicros})
    on conflict (name) do nothing`)

/** 0 when there is no such plan. */
export const patchPlan = (tx: Transaction, name: string, patch: PlanPatch): Promise<number> =>
  tx.run(sql`
    update /* identity.plan.patchPlan */ identity.plan
       set services = coalesce(${patch.services ?? null}, services),
           sms_daily = coalesce(${patch.smsDaily ?? null}, sms_daily),
           payg = coalesce(${patch.payg ?? null}, payg),
           cap_micros = coalesce(${patch.capMicros ?? null}, cap_micros),
           price_micros = coalesce(${patch.priceMicros ?? null}, price_micros)
     where name = ${name}`)

export interface PlanRow {
  readonly name: string
  readonly services: readonly string[]
  readonly sms_daily: number
  readonly payg: boolean
  readonly cap_micros: number
  readonly price_micros: number
  /** Those on it and those whom they sponsor, counted up to ten thousand. */
  readonly people: number
}

/** By name, or one of them. */
export const listPlanRows = (
  database: Queryable,
  { name = null, limit, countedMax }: { name?: string | null; limit: number; countedMax: number },
): Promise<PlanRow[]> =>
  database.rows<PlanRow>(sql`
    select /* identity.plan.listPlanRows */ p.name, p.services, p.sms_daily, p.payg, p.cap_micros, p.price_micros,
      (select count(*) from (
        select from identity.subscription s where s.plan = p.name
        union all
        select from identity.subscription s
          join identity."user" u on u.sponsor_id = s.user_id
          join identity.subscription own on own.user_id = u.id and own.plan is null
         where s.plan = p.name
         limit ${countedMax}) counted) as people
      from identity.plan p
     where (${name}::text is null or p.name = ${name})
     order by p.name
     limit ${limit}`)
