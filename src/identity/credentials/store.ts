import type { Queryable, Transaction } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'

export interface Credentials {
  readonly id: number
  readonly email: string
  readonly first_name: string
  readonly password_hash: string | null
  readonly disabled: boolean
  readonly two_step: boolean
  /** Made up: nobody logs in as them. */
  readonly demo: boolean
}

const columns = sql`id, email, first_name, password_hash, disabled_at is not null as disabled,
  totp_confirmed_at is not null as two_step, demo`

export const findCredentials = (database: Queryable, email: string): Promise<Credentials | undefined> =>
  database.find<Credentials>(sql`
    select /* identity.credentials.findCredentials */
      ${columns}
      from identity.user
     where email = ${email}`)

export const findCredentialsById = (database: Queryable, id: number): Promise<Credentials | undefined> =>
  database.find<Credentials>(sql`
    select /* identity.credentials.findCredentialsById */
      ${columns}
      from identity.user
     where id = ${id}`)

/** Locks the credentials until the transaction ends. */
export const holdCredentials = (tx: Transaction, id: number): Promise<Credentials | undefined> =>
  tx.first<Credentials>(sql`
    select /* identity.credentials.holdCredentials */
      ${columns}
      from identity.user
     where id = ${id}
       for no key update`)

/** 0 when the person is disabled. */
export const writePassword = (tx: Transaction, userId: number, hash: string): Promise<number> =>
  tx.run(sql`
    update /* identity.credentials.writePassword */ identity.user
       set password_hash = ${hash}, email_verified_at = coalesce(email_verified_at, ${tx.now()})
     where id = ${userId} and disabled_at is null`)

/** Replaces the hash of an unchanged password. */
export const replaceHash = (
  database: Queryable,
  userId: number,
  before: string,
  after: string,
): Promise<number> =>
  database.run(sql`
    update /* identity.credentials.replaceHash */ identity.user set password_hash = ${after}
     where id = ${userId} and password_hash = ${before}`)
