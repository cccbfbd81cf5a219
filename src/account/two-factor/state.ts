import type { Person } from '../../identity/schemes/session.ts'
import { preparedSecret } from '../../identity/totp/second-step.ts'
import { findTwoFactor } from '../../identity/totp/store.ts'
import type { PageContext } from '../../api/pages/page.ts'
import type { TwoFactorState } from './two-factor-page.ts'

export async function twoFactorState(context: PageContext<Person>): Promise<TwoFactorState> {
  const { caller, database } = context
  const { confirmed, codes_left: codesLeft } = await findTwoFactor(database, caller.userId)
  if (confirmed) return { kind: 'on', codesLeft }
  const secret = await preparedSecret(context, caller.userId)
  return secret === undefined ? { kind: 'off' } : { kind: 'prepared', email: caller.email, secret }
}
