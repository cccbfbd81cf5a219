import type { Queryable } from '../../../platform/database/database.ts'
import { sql } from '../../../platform/database/sql.ts'
import type { ApprovalState } from '../../../identity/approval/store.ts'

export interface ListedPerson {
  readonly id: number
  readonly email: string
  readonly first_name: string
  readonly last_name: string
  readonly created_at: Date
  readonly disabled_at: Date | null
  readonly delete_at: Date | null
  readonly operator_since: Date | null
  readonly demo: boolean
  readonly plan: string | null
  readonly active: boolean
}

export type PersonState = 'active' | 'disabled' | 'operator'

const states: Readonly<Record<PersonState, ReturnType<typeof sql>>> = {
  active: sql`u.disabled_at is null`,
  disabled: sql`u.disabled_at is not null`,
  operator: sql`u.operator_since is not null`,
}

/** Sorts after every string that begins with the prefix. */
const endOf = (prefix: string): string => `${prefix}\u{10FFFF}`

/** Newest first. `q` is the beginning of an address, of a full name, or of a last name. */
export const findPeople = (
  database: Queryable,
  {
    q,
    state,
    before,
    limit,
  }: {
    q?: string | undefined
    state?: PersonState | undefined
    before?: number | undefined
    limit: number
  },
): Promise<ListedPerson[]> =>
  database.rows<ListedPerson>(sql`
    with /* console.people.findPeople */ u as (
      select id, email, first_name, last_name, created_at, disabled_at, delete_at, operator_since, demo from identity."user" u
       where ${
         q === undefined
           ? sql`true`
           : sql`(email collate "C" between ${q.toLowerCase()} and ${endOf(q.toLowerCase())}
               or lower(first_name || ' ' || last_name) collate "C" between lower(${q}::text) and lower(${q}::text) || ${endOf('')}::text
               or lower(last_name) collate "C" between lower(${q}::text) and lower(${q}::text) || ${endOf('')}::text)`
       }
         and ${state === undefined ? sql`true` : states[state]}
         and ${before === undefined ? sql`true` : sql`id < ${before}`}
       order by id desc
       limit ${limit}
    )
    select u.*, s.plan, e.active
      from u
      join identity.subscription s on s.user_id = u.id
      join identity.entitlement e on e.user_id = u.id
     order by u.id desc`)

interface Limits<Absent> {
  readonly services: ('sms' | 'files')[] | Absent
  readonly sms_daily: number | Absent
  readonly payg: boolean | Absent
  readonly cap_micros: number | Absent
  readonly price_micros: number | Absent
}

export interface ShownPerson extends ListedPerson {
  readonly email_verified_at: Date | null
  readonly has_password: boolean
  readonly two_step: boolean
  readonly created_by: number | null
  readonly sponsor_id: number | null
  readonly sponsor_email: string | null
  readonly provisioning: ApprovalState | 'none'
  readonly sessions: number
  readonly keys: number
  readonly limits: Limits<never>
  readonly own: Limits<null>
}

export const findPersonDetails = (
  database: Queryable,
  id: number,
  { now, seenAfter, countedMax }: { now: Date; seenAfter: Date; countedMax: number },
): Promise<ShownPerson | undefined> =>
  database.first<ShownPerson>(sql`
    select /* console.people.findPersonDetails */ u.id, u.email, u.first_name, u.last_name, u.created_at,
      u.disabled_at, u.delete_at, u.operator_since, u.demo, u.email_verified_at, u.password_hash is not null as has_password,
      u.totp_confirmed_at is not null as two_step, u.created_by, u.sponsor_id, p.email as sponsor_email, s.plan, e.active,
      case when a.user_id is null then 'none'
           when a.declined_at is not null then 'declined'
           when a.revoked_at is not null then 'revoked'
           when a.approved_at is not null then 'approved'
           else 'requested' end as provisioning,
      (select count(*) from identity.session l
        where l.user_id = u.id and l.ended_at is null and l.expires_at > ${now} and l.seen_at > ${seenAfter}) as sessions,
      (select count(*) from (select from identity.api_key k where k.user_id = u.id and k.revoked_at is null
        limit ${countedMax}) counted) as keys,
      json_build_object('services', e.services, 'sms_daily', e.sms_daily, 'payg', e.payg,
        'cap_micros', e.cap_micros, 'price_micros', e.price_micros) as limits,
      json_build_object('services', s.services, 'sms_daily', s.sms_daily, 'payg', s.payg,
        'cap_micros', s.cap_micros, 'price_micros', s.price_micros) as own
      from identity."user" u
      join identity.subscription s on s.user_id = u.id
      join identity.entitlement e on e.user_id = u.id
      left join identity."user" p on p.id = u.sponsor_id
      left join identity.approval a on a.user_id = u.id
     where u.id = ${id}`)
