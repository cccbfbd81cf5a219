import type { Context } from '../../api/context.ts'
import { visitorFlow } from '../../api/limiters.ts'
import { requireAttempt } from '../../api/pages/throttle.ts'
import { resetThrottle } from '../../platform/limits/throttle/store.ts'
import { parseEmail } from '../email.ts'
import { inForce, type RightsTransaction } from '../in-force.ts'
import { lockPermit } from '../lock-permit.ts'
import { isName } from '../name.ts'
import { passwordFault, passwordForm } from '../password/rules.ts'
import { IdentityRefusal } from '../refusal.ts'
import { nameCharactersMax } from '../user/create-user.ts'
import { completeSetup, type NewOperator, requireSetupLink } from './complete-setup.ts'
import { setupTries } from './rules.ts'

export interface TypedSetup {
  readonly token: string
  readonly email: string
  readonly firstName: string
  readonly lastName: string
  readonly password: string
}

interface Visit {
  readonly address: string
  readonly requestId: string
  readonly signal: AbortSignal
}

/**
 * Creates the first operator, together with what `enter` does. Throws `email_invalid`, `name_missing`, `password_weak`,
 * `setup_closed`, `setup_token_invalid`, `email_taken`, and the problem `too_many_tries`.
 */
export async function setUp<Result>(
  context: Context,
  { address, requestId, signal }: Visit,
  typed: TypedSetup,
  enter: (tx: RightsTransaction, operator: NewOperator) => Promise<Result>,
): Promise<Result> {
  const { clock, database, limiters, passwords, setUpWorkspace } = context
  const person = checked(typed)
  const flowKeys = visitorFlow(address)
  const tries = setupTries(address)
  await requireAttempt(context, flowKeys, [tries])
  await requireSetupLink(database, typed.token, clock.now())
  const passwordHash = await passwords.hash(flowKeys, passwordForm(typed.password))
  const result = await inForce(
    context,
    async (tx) => {
      const request = { ...person, passwordHash, origin: { requestId, address } }
      return enter(tx, await completeSetup(tx, setUpWorkspace, request))
    },
    lockPermit(limiters, flowKeys, { signal }),
  )
  await resetThrottle(database, tries)
  return result
}

function checked({ token, password, ...typed }: TypedSetup): Omit<TypedSetup, 'password'> {
  const email = parseEmail(typed.email)
  if (email === undefined) throw new IdentityRefusal('email_invalid', { email: typed.email })
  const [firstName, lastName] = [typed.firstName.trim(), typed.lastName.trim()]
  if (![firstName, lastName].every((name) => isName(name, nameCharactersMax)))
    throw new IdentityRefusal('name_missing', {})
  const fault = passwordFault(password, email)
  if (fault) throw new IdentityRefusal('password_weak', { fault })
  return { token, email, firstName, lastName }
}
