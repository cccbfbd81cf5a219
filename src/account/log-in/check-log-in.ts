import { audit } from '../../identity/audit/audit.ts'
import { parseEmail } from '../../identity/email.ts'
import {
  accountThrottles,
  checkOwnPassword,
  typedCharactersMax,
} from '../../identity/password/own-password.ts'
import { passwordForm } from '../../identity/password/rules.ts'
import { findCredentials, replaceHash, type Credentials } from '../../identity/credentials/store.ts'
import { requireAttempt } from '../../api/pages/throttle.ts'
import type { PageContext } from '../../api/pages/page.ts'
import { isRefusal } from '../../identity/refusal.ts'
import { resetThrottle } from '../../platform/limits/throttle/store.ts'
import type { FlowKeys } from '../../platform/concurrency/flow-key.ts'
import { visitorFlow } from '../../api/limiters.ts'
import { originOf } from '../enter.ts'
import { problem } from '../problems.ts'
import { codeThrottles, networkThrottles } from './rules.ts'

/** Checks again if the credentials changed: the hash may only have been renewed, or a second step switched on. */
export async function withCheckedLogIn<Result>(
  context: PageContext<unknown>,
  typed: { readonly email: string; readonly password: string },
  work: (person: Credentials) => Promise<Result>,
): Promise<Result> {
  const attempt = async () => work(await checkLogIn(context, typed))
  const retried = (again: () => Promise<Result>) => (error: unknown) => {
    if (!isRefusal(error, 'credentials_changed')) throw error
    return again()
  }
  return attempt()
    .catch(retried(attempt))
    .catch(retried(() => Promise.reject(problem.wrong_login())))
}

/** Throws `wrong_login` or `too_many_tries`. All wrong log-ins get the same answer after the same work. */
async function checkLogIn(
  context: PageContext<unknown>,
  typed: { readonly email: string; readonly password: string },
): Promise<Credentials> {
  const { database, passwords, visit } = context
  const email = parseEmail(typed.email) ?? ''
  const flowKeys = visitorFlow(visit.address, `log-in/${email}`)
  const tries = { target: `log-in:${email}`, throttles: accountThrottles(visit.address) }
  const triesAnywhere = { target: 'log-in', throttles: networkThrottles(visit.address) }
  await requireAttempt(context, flowKeys, [tries, triesAnywhere])
  const found = await findCredentials(database, email)
  const hash = found?.disabled === false ? (found.password_hash ?? undefined) : undefined
  const password = passwordForm(typed.password.slice(0, typedCharactersMax))
  if (!(await passwords.verify(flowKeys, hash, password)) || !found || hash === undefined) {
    await noteRefusal(context, found?.id, 'wrong_login')
    throw problem.wrong_login()
  }
  await resetThrottle(database, tries)
  await resetThrottle(database, triesAnywhere)
  return {
    ...found,
    password_hash: await renewedHash(context, flowKeys, { userId: found.id, hash, password }),
  }
}

/** Counts a try before the code is checked. Returns a function that resets the count. */
export async function requireCodeTry(
  context: PageContext<unknown>,
  userId: number,
): Promise<() => Promise<void>> {
  const { address } = context.visit
  const tries = { target: `log-in.code:${userId}`, throttles: codeThrottles(address) }
  await requireAttempt(context, visitorFlow(address, `code/${userId}`), [tries])
  return () => resetThrottle(context.database, tries)
}

/** For people who are logged in. Throws `wrong_password` or `too_many_tries`. */
export async function requireOwnPassword(
  context: PageContext<unknown>,
  { userId }: { readonly userId: number },
  password: string,
): Promise<void> {
  const { address } = context.visit
  if (!(await checkOwnPassword(context, { userId, address }, password))) throw problem.wrong_password()
}

/** The throttle also bounds these entries. */
export const noteRefusal = (
  { clock, database, visit }: PageContext<unknown>,
  userId: number | undefined,
  outcome: 'wrong_login' | 'wrong_code',
) =>
  audit(database, clock.now(), {
    actor: 'nobody',
    userId,
    action: 'session.begin',
    outcome,
    ...originOf(visit),
  })

/** Only at a log-in can a password be hashed again with today's parameters. Resolves with the current hash. */
async function renewedHash(
  { database, passwords }: PageContext<unknown>,
  flowKeys: FlowKeys,
  { userId, hash, password }: { readonly userId: number; readonly hash: string; readonly password: string },
): Promise<string> {
  if (!passwords.outdated(hash)) return hash
  const renewed = await passwords.hash(flowKeys, password)
  return (await replaceHash(database, userId, hash, renewed)) === 1 ? renewed : hash
}
