import type { Queryable, Transaction } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import type { ListPage } from '../page.ts'
import { IdentityRefusal, refusing } from '../refusal.ts'

export interface UserDraft {
  /** Trimmed and lower-cased. */
  readonly email: string
  readonly firstName: string
  readonly lastName: string
  readonly passwordHash: string | null
  /** Whose provisioning key creates the account, and who pays for it. */
  readonly createdBy: number | null
  readonly sponsorId: number | null
  readonly createdAt: Date
}

/** Throws `email_taken`. */
export const insertUser = (tx: Transaction, draft: UserDraft): Promise<{ id: number }> =>
  tx
    .one<{ id: number }>(sql`
    insert /* identity.user.insertUser */ into identity.user
      (email, first_name, last_name, password_hash, created_by, sponsor_id, created_at)
    values (${draft.email}, ${draft.firstName}, ${draft.lastName}, ${draft.passwordHash}, ${draft.createdBy},
            ${draft.sponsorId}, ${draft.createdAt})
    returning id`)
    .catch(refusing({ user_email_taken: () => new IdentityRefusal('email_taken', { email: draft.email }) }))

/** Undefined leaves a value unchanged. */
export interface UserChange {
  /** Trimmed and lower-cased. */
  readonly email?: string | undefined
  readonly firstName?: string | undefined
  readonly lastName?: string | undefined
}

export interface ChangedUser {
  readonly id: number
  readonly email: string
  readonly first_name: string
  readonly last_name: string
  /** Whether the address changed. */
  readonly moved: boolean
}

/** Undefined when the person does not exist. A new address is not verified. Throws `email_taken`. */
export const writeUser = (
  tx: Transaction,
  id: number,
  { email, firstName, lastName }: UserChange,
): Promise<ChangedUser | undefined> =>
  tx
    .first<ChangedUser>(sql`
    with /* identity.user.writeUser */ before as (
      select id, email from identity.user where id = ${id} for update
    )
    update identity.user u
       set email = coalesce(${email ?? null}, u.email),
           first_name = coalesce(${firstName ?? null}, u.first_name),
           last_name = coalesce(${lastName ?? null}, u.last_name),
           email_verified_at = case when ${email ?? null} <> u.email then null else u.email_verified_at end
      from before
     where u.id = before.id
    returning u.id, u.email, u.first_name, u.last_name, u.email <> before.email as moved`)
    .catch(refusing({ user_email_taken: () => new IdentityRefusal('email_taken', { email: email ?? '' }) }))

/** 0 when the person does not exist. Disabling again keeps the first time. Throws `user_deleted`. */
export const writeDisabled = (tx: Transaction, id: number, disabledAt: Date | null): Promise<number> =>
  tx
    .run(sql`
    update /* identity.user.writeDisabled */ identity.user
       set disabled_at = case when ${disabledAt}::timestamptz is null then null
                              else coalesce(disabled_at, ${disabledAt}) end
     where id = ${id}`)
    .catch(refusing({ user_deleted_is_disabled: () => new IdentityRefusal('user_deleted', { userId: id }) }))

/** A disabled person stays disabled until the transaction ends. */
export const holdDisabled = async (tx: Transaction, id: number): Promise<boolean> =>
  (await tx.first(sql`
    select /* identity.user.holdDisabled */ 1 from identity.user where id = ${id} and disabled_at is not null for share`)) !==
  undefined

/** Locks a person until the transaction ends, so that counts for them are exact. Rows may still reference them. */
export const holdPerson = (tx: Transaction, id: number): Promise<number> =>
  tx.run(sql`select /* identity.user.holdPerson */ from identity.user where id = ${id} for no key update`)

export const findEmail = async (tx: Queryable, id: number): Promise<string | undefined> =>
  (
    await tx.find<{ email: string }>(
      sql`select /* identity.user.findEmail */ email from identity.user where id = ${id}`,
    )
  )?.email

/** Keeps the first time. */
export const markEmailVerified = (tx: Transaction, id: number): Promise<number> =>
  tx.run(sql`
    update /* identity.user.markEmailVerified */ identity.user set email_verified_at = ${tx.now()}
     where id = ${id} and email_verified_at is null`)

export const anyUser = async (tx: Queryable): Promise<boolean> =>
  (await tx.first(sql`select /* identity.user.anyUser */ 1 from identity.user limit 1`)) !== undefined

export interface ListedUser {
  readonly id: number
  readonly email: string
  readonly first_name: string
  readonly last_name: string
  readonly created_at: Date
  readonly disabled_at: Date | null
  /** null: they are not being deleted. */
  readonly delete_at: Date | null
  /** null: not an operator. */
  readonly operator_since: Date | null
  /** null: the sponsor's. */
  readonly plan: string | null
  readonly sponsor_id: number | null
  readonly active: boolean
}

export const listUsers = (database: Queryable, { after, limit }: ListPage): Promise<ListedUser[]> =>
  database.rows<ListedUser>(sql`
    select /* identity.user.listUsers */
      u.id, u.email, u.first_name, u.last_name, u.created_at, u.disabled_at, u.delete_at, u.operator_since, u.sponsor_id,
      s.plan, e.active
      from identity.user u
      join identity.subscription s on s.user_id = u.id
      join identity.entitlement e on e.user_id = u.id
     where u.id > ${after}
     order by u.id
     limit ${limit}`)

export interface ShownUser extends ListedUser {
  readonly has_password: boolean
  readonly email_verified_at: Date | null
  readonly created_by: number | null
  readonly approved: boolean
}

export const findUser = (database: Queryable, id: number): Promise<ShownUser | undefined> =>
  database.first<ShownUser>(sql`
    select /* identity.user.findUser */
      u.id, u.email, u.first_name, u.last_name, u.created_at, u.disabled_at, u.delete_at, u.operator_since, u.sponsor_id,
      s.plan, e.active, u.password_hash is not null as has_password, u.email_verified_at, u.created_by,
      coalesce(a.approved_at is not null and a.declined_at is null and a.revoked_at is null, false) as approved
      from identity.user u
      join identity.subscription s on s.user_id = u.id
      join identity.entitlement e on e.user_id = u.id
      left join identity.approval a on a.user_id = u.id
     where u.id = ${id}`)

export const writePhone = (tx: Transaction, id: number, sealed: Buffer): Promise<number> =>
  tx.run(sql`update /* identity.user.writePhone */ identity.user set phone = ${sealed} where id = ${id}`)

/** Their sponsor, or themselves. */
export const payerOf = async (tx: Queryable, userId: number): Promise<number> => {
  const { payer } = await tx.one<{ payer: number }>(sql`
    select /* identity.user.payerOf */ coalesce(sponsor_id, id) as payer from identity.user where id = ${userId}`)
  return payer
}

/** Creation time of the `nth` newest account that the person's keys created after `since`. */
export const findNthCreated = (
  tx: Queryable,
  creatorId: number,
  nth: number,
  since: Date,
): Promise<{ created_at: Date } | undefined> =>
  tx.first(sql`
    select /* identity.user.findNthCreated */ created_at from identity.user
     where created_by = ${creatorId} and created_at > ${since}
     order by created_at desc
    offset ${nth - 1} limit 1`)

export interface CreatedAccount {
  readonly id: number
  readonly email: string
  readonly first_name: string
}

/** One statement for all reasons to find nothing, so that they take the same time. */
export const findCreated = (
  database: Queryable,
  creatorId: number,
  account: { readonly id: number } | { readonly email: string },
): Promise<CreatedAccount | undefined> =>
  database.first<CreatedAccount>(sql`
    select /* identity.user.findCreated */ id, email, first_name from identity.user
     where ${'id' in account ? sql`id = ${account.id}` : sql`email = ${account.email}`} and created_by = ${creatorId}
       and disabled_at is null`)
