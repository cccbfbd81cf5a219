import type { Queryable, Transaction } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'

export interface TwoFactor {
  /** Sealed by the vault. */
  readonly totp_secret: Buffer | null
  readonly confirmed: boolean
  readonly codes_left: number
}

export const findTwoFactor = (database: Queryable, userId: number): Promise<TwoFactor> =>
  database.one<TwoFactor>(sql`
    select /* identity.totp.findTwoFactor */ totp_secret, totp_confirmed_at is not null as confirmed,
      (select count(*) from identity.recovery_code where user_id = ${userId} and used_at is null) as codes_left
      from identity.user
     where id = ${userId}`)

/** Stores a secret that is not in force yet; 0 when another one is in force. */
export const writeTotpSecret = (tx: Transaction, userId: number, sealed: Buffer): Promise<number> =>
  tx.run(sql`
    update /* identity.totp.writeTotpSecret */ identity.user set totp_secret = ${sealed}, totp_step = null
     where id = ${userId} and totp_confirmed_at is null`)

/** Puts the secret into force; 0 when it has changed since. */
export const confirmTotp = (
  tx: Transaction,
  userId: number,
  { sealed, step }: { readonly sealed: Buffer; readonly step: number },
): Promise<number> =>
  tx.run(sql`
    update /* identity.totp.confirmTotp */ identity.user set totp_confirmed_at = ${tx.now()}, totp_step = ${step}
     where id = ${userId} and totp_confirmed_at is null and totp_secret = ${sealed}`)

/** Uses up a time step and all earlier ones: 1 for one of any number of concurrent callers. */
export const useTotpStep = (tx: Transaction, userId: number, step: number): Promise<number> =>
  tx.run(sql`
    update /* identity.totp.useTotpStep */ identity.user set totp_step = ${step}
     where id = ${userId} and totp_confirmed_at is not null and (totp_step is null or totp_step < ${step})`)

/** 0 when the person has no such unused code. */
export const useRecoveryCode = (
  tx: Transaction,
  userId: number,
  digest: Buffer,
  now: Date,
): Promise<number> =>
  tx.run(sql`
    update /* identity.totp.useRecoveryCode */ identity.recovery_code set used_at = ${now}
     where user_id = ${userId} and digest = ${digest} and used_at is null`)

export async function replaceRecoveryCodes(
  tx: Transaction,
  userId: number,
  digests: readonly Buffer[],
): Promise<void> {
  await tx.run(sql`
    delete /* identity.totp.replaceRecoveryCodes */ from identity.recovery_code where user_id = ${userId}`)
  await tx.run(sql`
    insert /* identity.totp.replaceRecoveryCodes.2 */ into identity.recovery_code (user_id, digest)
    select ${userId}, digest from unnest(${digests}::bytea[]) as digest`)
}

export async function clearTotp(tx: Transaction, userId: number): Promise<number> {
  await tx.run(sql`
    delete /* identity.totp.clearTotp */ from identity.recovery_code where user_id = ${userId}`)
  return tx.run(sql`
    update /* identity.totp.clearTotp.2 */ identity.user
       set totp_secret = null, totp_confirmed_at = null, totp_step = null
     where id = ${userId} and totp_confirmed_at is not null`)
}
