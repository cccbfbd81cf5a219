import { passwordCharactersMax, passwordFault, passwordForm } from '../../identity/password/rules.ts'
import { requireAttempt } from '../../api/pages/throttle.ts'
import type { PageContext } from '../../api/pages/page.ts'
import type { Field } from '../../platform/pages/field.ts'
import { callerSubject } from '../../platform/caller-subject.ts'
import { visitorFlow } from '../../api/limiters.ts'
import { passwordCodes, problem } from '../problems.ts'

/** Per network, because each costs a hash. */
const settingsOfNetwork = { free: 20, firstDelaySeconds: 2, delaySecondsMax: 300, forgetSeconds: 3600 }

export const newPasswordProblems = [
  'short_password',
  'long_password',
  'address_password',
  'common_password',
  'too_many_tries',
] as const

export const newPasswordField: Field = {
  name: 'password',
  label: 'New password',
  type: 'password',
  autocomplete: 'new-password',
  hint: 'At least 8 characters. A few words that only you would put together are good.',
  // In UTF-16 units; a character may have two.
  charactersMax: 2 * passwordCharactersMax,
}

/** Throws the problem of an unacceptable password, and `too_many_tries`. */
export async function hashNewPassword(
  context: PageContext<unknown>,
  { password, email, token }: { readonly password: string; readonly email: string; readonly token: string },
): Promise<string> {
  const { passwords, visit } = context
  const fault = passwordFault(password, email)
  if (fault) throw problem[passwordCodes[fault]]()
  const flowKeys = visitorFlow(visit.address, `password/${token}`)
  const subject = callerSubject(visit.address)
  const throttles = [{ subject, policy: settingsOfNetwork, shared: true }]
  await requireAttempt(context, flowKeys, [{ target: 'password.set', throttles }])
  return passwords.hash(flowKeys, passwordForm(password))
}
