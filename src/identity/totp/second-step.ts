import type { Context } from '../../api/context.ts'
import type { Transaction } from '../../platform/database/database.ts'
import { audit, type AuditOrigin } from '../audit/audit.ts'
import { endSessions } from '../session/store.ts'
import { holdPerson } from '../user/store.ts'
import { newRecoveryCodes, recoveryDigest } from './recovery-codes.ts'
import {
  clearTotp,
  confirmTotp,
  findTwoFactor,
  replaceRecoveryCodes,
  useRecoveryCode,
  useTotpStep,
  writeTotpSecret,
} from './store.ts'
import { newTotpSecret, totpStep } from './totp.ts'

export interface TwoFactorChange {
  readonly userId: number
  readonly sessionId: number
  readonly origin: AuditOrigin
}

type Parts = Pick<Context, 'vault' | 'random'>

/** Binds a sealed secret to its person. */
export const totpPurpose = (userId: number | string): string => `user.totp:${userId}`

/** Creates a secret for an authenticator app. It is in force once a code of it was entered. */
export const prepareTwoFactor = (
  tx: Transaction,
  { vault, random }: Parts,
  userId: number,
): Promise<number> =>
  writeTotpSecret(tx, userId, vault.seal(newTotpSecret(random.bytes), totpPurpose(userId)))

export async function preparedSecret(
  { database, vault }: Pick<Context, 'database' | 'vault'>,
  userId: number,
): Promise<string | undefined> {
  const { totp_secret: sealed, confirmed } = await findTwoFactor(database, userId)
  return sealed && !confirmed ? vault.open(sealed, totpPurpose(userId)) : undefined
}

/** Ends the person's other sessions. Resolves with the recovery codes, or undefined for a wrong code. */
export async function switchTwoFactorOn(
  tx: Transaction,
  { vault, random }: Parts,
  change: TwoFactorChange & { readonly code: string },
): Promise<readonly string[] | undefined> {
  const { userId, sessionId, code } = change
  // Between finding and confirming, a rotation of the key may seal the secret again.
  await holdPerson(tx, userId)
  const { totp_secret: sealed, confirmed } = await findTwoFactor(tx, userId)
  if (!sealed || confirmed) return undefined
  const step = totpStep(vault.open(sealed, totpPurpose(userId)), code, tx.now())
  if (step === undefined || (await confirmTotp(tx, userId, { sealed, step })) === 0) return undefined
  const codes = newRecoveryCodes(random.bytes)
  await replaceRecoveryCodes(tx, userId, codes.map(recoveryDigest))
  await endSessions(tx, userId, tx.now(), sessionId)
  await note(tx, 'two_step.on', change)
  return codes
}

/** Check a code first. */
export async function switchTwoFactorOff(tx: Transaction, change: TwoFactorChange): Promise<void> {
  if ((await clearTotp(tx, change.userId)) > 0) await note(tx, 'two_step.off', change)
}

/** Checks and uses up a code of the app or a recovery code. Lock the person first. */
export async function useCode(
  tx: Transaction,
  { vault }: Pick<Context, 'vault'>,
  userId: number,
  typed: string,
): Promise<boolean> {
  const { totp_secret: sealed, confirmed } = await findTwoFactor(tx, userId)
  if (!sealed || !confirmed) return false
  const step = totpStep(vault.open(sealed, totpPurpose(userId)), typed, tx.now())
  if (step !== undefined) return (await useTotpStep(tx, userId, step)) === 1
  return (await useRecoveryCode(tx, userId, recoveryDigest(typed), tx.now())) === 1
}

const note = (tx: Transaction, action: 'two_step.on' | 'two_step.off', { userId, origin }: TwoFactorChange) =>
  audit(tx, tx.now(), {
    actor: 'person',
    userId,
    action,
    target: `user:${userId}`,
    outcome: 'ok',
    ...origin,
  })
