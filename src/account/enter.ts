import { z } from 'zod'
import type { Guest } from '../identity/schemes/session.ts'
import { beginSession, type CheckedLogIn } from '../identity/session/begin-session.ts'
import { endSession } from '../identity/session/store.ts'
import type { Context } from '../api/context.ts'
import { goTo, type PageAnswer } from '../api/pages/answer.ts'
import type { PageContext, Visit } from '../api/pages/page.ts'
import type { Transaction } from '../platform/database/database.ts'
import { clearCookie, readCookie, writeCookie, type SealedCookie } from '../platform/pages/sealed-cookie.ts'
import { homePath } from './next-path.ts'

export const originOf = ({ requestId, address }: Visit) => ({ requestId, address })

const Joining = z.object({
  by: z.enum(['invitation', 'code']),
  /** Of the invitation, or the invite code. */
  secret: z.string(),
  workspaceId: z.int(),
})
/** The workspace that a person joins by logging in. */
export type Joining = Readonly<z.output<typeof Joining>>

export interface Pending {
  readonly userId: number
  /** Identifies the password that was checked: it no longer counts once it is changed. */
  readonly password: string
  readonly next: string
  readonly joining?: Joining | undefined
}

const pendingCookie: SealedCookie<Pending> = {
  name: 'bureau_second_step',
  value: z.object({ userId: z.int(), password: z.string(), next: z.string(), joining: Joining.optional() }),
  seconds: 10 * 60,
  sameSite: 'Strict',
}
const subject = 'log-in'
const path = '/login'

const passwordPurpose = 'log-in.password'

/** Whether the password is still the one that was checked, also if the secret key was rotated meanwhile. */
export const isSamePassword = (
  { vault }: Pick<Context, 'vault'>,
  { password }: Pending,
  hash: string | null,
): boolean => vault.marks(hash ?? '', passwordPurpose).includes(password)

export const readPending = (context: Context, { headers }: Visit): Pending | undefined =>
  readCookie(context, pendingCookie, subject, headers.cookie)

/** Logs the person in after a right password, or asks for a code first. */
export async function enter(
  tx: Transaction,
  context: PageContext<Guest>,
  person: CheckedLogIn,
  next: `/${string}` = homePath,
): Promise<PageAnswer> {
  return person.two_step ? askSecondStep(context, person, { next }) : logIn(tx, context, person, next)
}

/** Nothing that the person came for happens before the code is right. */
export function askSecondStep(
  context: PageContext<Guest>,
  person: CheckedLogIn,
  goal: Pick<Pending, 'next' | 'joining'>,
): PageAnswer {
  const value = {
    userId: person.id,
    password: context.vault.mark(person.password_hash ?? '', passwordPurpose),
    ...goal,
  }
  return goTo(
    '/login/code',
    writeCookie(context, pendingCookie, { subject, value, path, origin: context.origins.files }),
  )
}

/** Logs a person in and ends the browser's previous session. Throws `credentials_changed`. */
export async function logIn(
  tx: Transaction,
  { random, origins, visit, caller }: PageContext<Guest>,
  person: CheckedLogIn,
  next: `/${string}`,
): Promise<PageAnswer> {
  if (caller.person) await endSession(tx, caller.person.sessionId, tx.now())
  const browser = visit.headers['user-agent'] ?? ''
  const parts = { random, filesOrigin: origins.files }
  const { cookie } = await beginSession(tx, parts, { person, browser, origin: originOf(visit) })
  return goTo(next, cookie, clearCookie(pendingCookie, { path, origin: origins.files }))
}
