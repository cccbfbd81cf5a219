import { setTimeout as delay } from 'node:timers/promises'
import { monotonicMs } from '../../clock.ts'
import type { PlatformContext } from '../../context.ts'
import { OperatorError } from '../../operator-error.ts'
import { askForKeys, type HeldKeys } from '../held-keys.ts'

/** A process that starts answers when it has read its keys. */
const agreeMsMax = 10_000
const askEveryMs = 100

type Agrees = (held: HeldKeys) => boolean

export const holds =
  (keyId: string): Agrees =>
  ({ ids }) =>
    ids.includes(keyId)

export const sealsWith =
  (keyId: string): Agrees =>
  ({ ids }) =>
    ids[0] === keyId

/** Resolves when every running process has read its key file, and agrees. Throws OperatorError otherwise. */
export async function requireAgreement(
  { notifications }: Pick<PlatformContext, 'notifications'>,
  agrees: Agrees,
  keyId: string,
): Promise<void> {
  const startedMs = monotonicMs()
  for (;;) {
    const all = await askForKeys(notifications)
    if (all.every((held) => held && agrees(held))) return
    if (monotonicMs() - startedMs > agreeMsMax) throw new OperatorError(disagreement(all, agrees, keyId))
    // An answer that does not depend on starting stays the same.
    if (all.every((held) => held !== undefined)) throw new OperatorError(disagreement(all, agrees, keyId))
    await delay(askEveryMs)
  }
}

function disagreement(all: readonly (HeldKeys | undefined)[], agrees: Agrees, keyId: string): string {
  const others = all.filter((held) => held && !agrees(held))
  if (others.length === 0)
    return 'A running process does not say which secret keys it has. Start this version in all processes, and try again.'
  const fromSetting = others.some((held) => held?.from === 'setting')
  const processes = others.length === 1 ? 'A running process does' : `${others.length} running processes do`
  return (
    `${processes} not use key ${keyId}, because ${others.length === 1 ? 'its' : 'their'} keys come from ` +
    `${fromSetting ? 'another BUREAU_SECRET_KEY' : 'another key file'}. Give all processes the same keys, restart them, and try again.`
  )
}
