import type { PlatformContext } from '../../context.ts'
import { OperatorError } from '../../operator-error.ts'
import type { Keyring } from '../keyring.ts'
import { secretKeyId, secretKeysMax } from '../vault.ts'
import { holds, requireAgreement, sealsWith } from './agreement.ts'
import { withRotationLock, type StillLocked } from './lock.ts'
import { resealAll, type ResealOptions, type ResealResult } from './reseal.ts'
import { beginRotation, dropExpiredSecrets, dropRotation, endRotation, lastRotation } from './store.ts'

export type RotationContext = Pick<
  PlatformContext,
  'clock' | 'random' | 'database' | 'connect' | 'notifications' | 'keyring' | 'vault'
>

export interface Rotation extends ResealResult {
  readonly keyId: string
  /** Keys that now only decrypt. */
  readonly oldKeyIds: readonly string[]
  /** Whether it continued an earlier run. */
  readonly continued: boolean
  /** Undefined: the operator sets the keys in BUREAU_SECRET_KEY. */
  readonly file: string | undefined
}

/**
 * Seals every stored secret with a new key while the processes serve. A process never meets a secret whose key it lacks:
 * the new key is on disk and in every process before one seals with it, and old keys stay in the file.
 * After a crash, the next run continues. Throws OperatorError.
 */
export const rotateSecretKey = (context: RotationContext, options: ResealOptions): Promise<Rotation> =>
  withRotationLock(context, async (stillLocked) => {
    const { clock, database, keyring } = context
    keyring.reload()
    const chosen = keyring.file === undefined ? await takeSetKey(context) : await takeNewKey(context)
    const { keyId, continued } = chosen
    if (keyring.file !== undefined) await activate(context, chosen.key, stillLocked)
    await requireAgreement(context, sealsWith(keyId), keyId)
    await dropExpiredSecrets(database, clock.now())
    const result = await resealAll(context, options)
    await stillLocked()
    await endRotation(database, keyId, clock.now())
    const oldKeyIds = keyring
      .keys()
      .map(secretKeyId)
      .filter((id) => id !== keyId)
    return { ...result, keyId, oldKeyIds, continued, file: keyring.file }
  })

interface ChosenKey {
  readonly key: Buffer
  readonly keyId: string
  readonly continued: boolean
}

const activeOf = (keyring: Keyring): Buffer => {
  const [active] = keyring.keys()
  if (!active) throw new Error('The keyring is empty.')
  return active
}

/** The operator has put a key in front of BUREAU_SECRET_KEY. */
async function takeSetKey({ clock, database, keyring }: RotationContext): Promise<ChosenKey> {
  const key = activeOf(keyring)
  const keyId = secretKeyId(key)
  const last = await lastRotation(database)
  await beginRotation(database, keyId, clock.now())
  return { key, keyId, continued: last?.key_id === keyId && last.ended_at === null }
}

/** The key of a run that was interrupted, or a new one. */
async function takeNewKey({ clock, random, database, keyring }: RotationContext): Promise<ChosenKey> {
  const last = await lastRotation(database)
  const begun = keyring.keys().find((key) => last?.ended_at === null && secretKeyId(key) === last.key_id)
  if (begun) return { key: begun, keyId: secretKeyId(begun), continued: true }
  if (keyring.keys().length >= secretKeysMax)
    throw new OperatorError(
      `The key file has ${secretKeysMax} keys, the most it can have. Remove old ones with "bureau secrets forget-old".`,
    )
  const key = random.bytes(32)
  const keyId = secretKeyId(key)
  await beginRotation(database, keyId, clock.now())
  return { key, keyId, continued: false }
}

/** First every process learns the key, then it becomes the active one. */
async function activate(context: RotationContext, key: Buffer, stillLocked: StillLocked): Promise<void> {
  const { database, keyring } = context
  const keyId = secretKeyId(key)
  const others = keyring.keys().filter((other) => !other.equals(key))
  if (activeOf(keyring).equals(key)) return
  await stillLocked()
  await keyring.write([...others, key])
  try {
    await requireAgreement(context, holds(keyId), keyId)
  } catch (error) {
    // Nothing was sealed with it.
    await keyring.write(others)
    await dropRotation(database, keyId)
    throw error
  }
  await stillLocked()
  await keyring.write([key, ...others])
}
