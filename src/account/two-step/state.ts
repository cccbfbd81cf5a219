import type { Person } from '../../identity/schemes/session.ts'
import { preparedSecret } from '../../identity/totp/second-step.ts'
import { findTwoStep } from '../../identity/totp/store.ts'
import type { PageContext } from '../../api/pages/page.ts'
import type { TwoStepState } from './two-step-page.ts'

export async function twoStepState(context: PageContext<Person>): Promise<TwoStepState> {
  const { caller, database } = context
  const { confirmed, codes_left: codesLeft } = await findTwoStep(database, caller.userId)
  if (confirmed) return { kind: 'on', codesLeft }
  const secret = await preparedSecret(context, caller.userId)
  return secret === undefined ? { kind: 'off' } : { kind: 'prepared', email: caller.email, secret }
}
