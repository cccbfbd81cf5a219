import { OperatorError } from '../../operator-error.ts'
import { toTheSecond } from '../../to-the-second.ts'
import { secretKeyId } from '../vault.ts'
import { requireAgreement, sealsWith } from './agreement.ts'
import { withRotationLock } from './lock.ts'
import { resealAll, type ResealOptions } from './reseal.ts'
import type { RotationContext } from './rotate.ts'
import { lastRotation } from './store.ts'

/** As long as a browser keeps what the old key sealed: the proof that a visitor unlocked a share. */
const restMs = 2 * 60 * 60 * 1000
/** As long as a transaction may take that sealed something with the old key. */
const restMsMin = 2 * 60 * 1000

export interface Forgotten {
  readonly keyId: string
  readonly forgotten: readonly string[]
  readonly file: string
}

/** Removes all keys but the active one from the key file. Throws OperatorError. */
export const forgetOldKeys = (
  context: RotationContext,
  { now, ...options }: ResealOptions & { readonly now: boolean },
): Promise<Forgotten> =>
  withRotationLock(context, async (stillLocked) => {
    const { clock, database, keyring } = context
    const { file } = keyring
    if (file === undefined)
      throw new OperatorError(
        'The keys are in BUREAU_SECRET_KEY. Run "bureau secrets status", remove the keys there that seal nothing, and restart.',
      )
    keyring.reload()
    const [active, ...old] = keyring.keys()
    if (!active) throw new Error('The keyring is empty.')
    const keyId = secretKeyId(active)
    const last = await lastRotation(database)
    if (last && last.ended_at === null)
      throw new OperatorError('The last rotation was interrupted. Complete it first: bureau secrets rotate')
    const until = new Date((last?.ended_at?.getTime() ?? 0) + (now ? restMsMin : restMs))
    if (old.length > 0 && clock.now() < until)
      throw new OperatorError(
        `The old keys are still in use until ${toTheSecond(until)}. Run the command again then${
          now ? '' : ', or use --now; visitors of shares must then enter passwords again'
        }.`,
      )
    if (old.length > 0) {
      await requireAgreement(context, sealsWith(keyId), keyId)
      await resealAll(context, options)
      await stillLocked()
      await keyring.write([active])
      // So that every process drops them.
      await requireAgreement(context, sealsWith(keyId), keyId)
    }
    return { keyId, forgotten: old.map(secretKeyId), file }
  })
