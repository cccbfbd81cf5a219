import { requireAttempt } from '../../api/pages/throttle.ts'
import type { Context } from '../../api/context.ts'
import { visitorFlow } from '../../api/limiters.ts'
import { callerSubject } from '../../platform/caller-subject.ts'
import { resetThrottle } from '../../platform/limits/throttle/store.ts'
import type { Throttle } from '../../platform/limits/throttle/throttle.ts'
import { findCredentialsById, type Credentials } from '../credentials/store.ts'
import { passwordForm } from './rules.ts'

/** Not over all networks: a stranger could lock the owner out. A second step protects against distributed guessing. */
const policy = { free: 5, firstDelaySeconds: 2, delaySecondsMax: 900, forgetSeconds: 3600 }

export const accountThrottles = (address: string): readonly Throttle[] => [
  { subject: callerSubject(address), policy, shared: false },
]

/** Longer than any password; the form has a limit too. */
export const typedCharactersMax = 2000

/** For people who are logged in. Undefined when the password is wrong. Throws `too_many_tries`. */
export async function checkOwnPassword(
  context: Pick<Context, 'clock' | 'database' | 'limiters' | 'passwords'>,
  { userId, address }: { readonly userId: number; readonly address: string },
  password: string,
): Promise<Credentials | undefined> {
  const { database, passwords } = context
  const flowKeys = visitorFlow(address, `password/${userId}`)
  const tries = { target: `password:${userId}`, throttles: accountThrottles(address) }
  await requireAttempt(context, flowKeys, [tries])
  const found = await findCredentialsById(database, userId)
  const hash = found?.password_hash ?? undefined
  const typed = passwordForm(password.slice(0, typedCharactersMax))
  if (!(await passwords.verify(flowKeys, hash, typed))) return undefined
  await resetThrottle(database, tries)
  return found
}
