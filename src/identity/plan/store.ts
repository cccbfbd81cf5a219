import type { Queryable, Transaction } from '../../platform/database/database.ts'
import { sql, type Fragment } from '../../platform/database/sql.ts'
import { IdentityRefusal, refusing } from '../refusal.ts'

/** Puts a new person on a plan or on their sponsor's, with the plan's own values. Throws `plan_not_found`. */
export const subscribe = (tx: Transaction, userId: number, plan: string | null): Promise<number> =>
  tx
    .run(sql`
      insert /* identity.plan.subscribe */ into identity.subscription (user_id, plan, active) values (${userId}, ${plan}, true)`)
    .catch(
      refusing({ subscription_plan_fkey: () => new IdentityRefusal('plan_not_found', { plan: plan ?? '' }) }),
    )

/** Undefined leaves a value unchanged; null leaves it to the plan. */
export interface SubscriptionPatch {
  readonly plan?: string | undefined
  readonly active?: boolean | undefined
  readonly services?: readonly string[] | null | undefined
  readonly smsDaily?: number | null | undefined
  readonly payg?: boolean | null | undefined
  readonly capMicros?: number | null | undefined
  readonly priceMicros?: number | null | undefined
}

const given = (column: Fragment, type: Fragment, value: unknown): Fragment =>
  value === undefined ? column : sql`${value}::${type}`

/** 0 when the person does not exist. Throws `plan_not_found`. */
export const patchSubscription = (
  tx: Transaction,
  userId: number,
  patch: SubscriptionPatch,
): Promise<number> =>
  tx
    .run(sql`
      update /* identity.plan.patchSubscription */ identity.subscription
         set plan = ${given(sql`plan`, sql`text`, patch.plan)},
             active = ${given(sql`active`, sql`boolean`, patch.active)},
             services = ${given(sql`services`, sql`text[]`, patch.services)},
             sms_daily = ${given(sql`sms_daily`, sql`integer`, patch.smsDaily)},
             payg = ${given(sql`payg`, sql`boolean`, patch.payg)},
             cap_micros = ${given(sql`cap_micros`, sql`bigint`, patch.capMicros)},
             price_micros = ${given(sql`price_micros`, sql`bigint`, patch.priceMicros)}
       where user_id = ${userId}`)
    .catch(
      refusing({
        subscription_plan_fkey: () => new IdentityRefusal('plan_not_found', { plan: patch.plan ?? '' }),
      }),
    )

export interface Entitlement {
  readonly user_id: number
  readonly active: boolean
  readonly services: readonly string[]
  readonly sms_daily: number
  readonly payg: boolean
  readonly cap_micros: number
  readonly price_micros: number
}

export const entitlementOf = (database: Queryable, userId: number): Promise<Entitlement> =>
  database.one<Entitlement>(sql`
    select /* identity.plan.entitlementOf */ user_id, active, services, sms_daily, payg, cap_micros, price_micros
      from identity.entitlement where user_id = ${userId}`)

export interface ListedPlan {
  readonly name: string
  readonly services: readonly string[]
  readonly sms_daily: number
  readonly payg: boolean
  readonly cap_micros: number
  readonly price_micros: number
  readonly users: number
}

export const listPlans = (database: Queryable, limit: number): Promise<ListedPlan[]> =>
  database.rows<ListedPlan>(sql`
    select /* identity.plan.listPlans */ p.name, p.services, p.sms_daily, p.payg, p.cap_micros, p.price_micros,
      (select count(*) from identity.subscription s where s.plan = p.name) as users
      from identity.plan p
     order by p.name
     limit ${limit}`)

export const findSubscription = (
  database: Queryable,
  userId: number,
): Promise<(Entitlement & { readonly plan: string | null }) | undefined> =>
  database.first(sql`
    select /* identity.plan.findSubscription */ e.user_id, s.plan, e.active, e.services, e.sms_daily, e.payg,
      e.cap_micros, e.price_micros
      from identity.entitlement e
      join identity.subscription s on s.user_id = e.user_id
     where e.user_id = ${userId}`)
