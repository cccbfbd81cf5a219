import { z } from 'zod'
import type { Guest } from '../access/gates/session.ts'
import type { Credentials } from '../access/password/store.ts'
import { beginSession } from '../access/session/begin-session.ts'
import { endSession } from '../access/session/store.ts'
import type { Context } from '../api/context.ts'
import { goTo, type PageAnswer } from '../api/pages/answer.ts'
import type { PageContext, Visit } from '../api/pages/page.ts'
import type { Transaction } from '../platform/database/database.ts'
import { clearCookie, readCookie, writeCookie, type SealedCookie } from '../platform/pages/sealed-cookie.ts'
import { homePath } from './next-path.ts'

/** The request, for the audit log. */
export const originOf = ({ requestId, address }: Visit) => ({ requestId, address })

type Entering = Pick<Credentials, 'id' | 'password_hash' | 'two_step'>

/** Somebody whose password was right, and who has to enter a code before they are logged in. */
export interface Pending {
  readonly userId: number
  /** Says which password it was: one that is changed is right no more. */
  readonly password: string
  readonly next: string
}

const pendingCookie: SealedCookie<Pending> = {
  name: 'bureau_second_step',
  value: z.object({ userId: z.int(), password: z.string(), next: z.string() }),
  seconds: 10 * 60,
  sameSite: 'Strict',
}
const subject = 'log-in'
const path = '/login'

export const passwordMark = ({ vault }: Pick<Context, 'vault'>, hash: string | null): string =>
  vault.mark(hash ?? '', 'log-in.password')

export const readPending = (context: Context, { headers }: Visit): Pending | undefined =>
  readCookie(context, pendingCookie, subject, headers.cookie)

/** The answer to somebody whose password was right: they are logged in, or asked for a code first. */
export async function enter(
  tx: Transaction,
  context: PageContext<Guest>,
  person: Entering,
  next: `/${string}` = homePath,
): Promise<PageAnswer> {
  if (!person.two_step) return logIn(tx, context, person.id, next)
  const value = { userId: person.id, password: passwordMark(context, person.password_hash), next }
  return goTo(
    '/login/code',
    writeCookie(context, pendingCookie, { subject, value, path, origin: context.origins.files }),
  )
}

/** Logs a person in, under a new token; a session that the browser had ends. */
export async function logIn(
  tx: Transaction,
  { random, origins, visit, caller }: PageContext<Guest>,
  userId: number,
  next: `/${string}`,
): Promise<PageAnswer> {
  if (caller.person) await endSession(tx, caller.person.sessionId, tx.now())
  const browser = visit.headers['user-agent'] ?? ''
  const parts = { random, filesOrigin: origins.files }
  const { cookie } = await beginSession(tx, parts, { userId, browser, origin: originOf(visit) })
  return goTo(next, cookie, clearCookie(pendingCookie, { path, origin: origins.files }))
}
