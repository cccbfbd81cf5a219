import type { Context } from '../../api/context.ts'
import { goTo } from '../../api/pages/answer.ts'
import type { Admission, Visit } from '../../api/pages/page.ts'
import { digestOf } from '../link/token.ts'
import { noSessionCookie, readSessionToken, sessionCookie } from '../session/cookie.ts'
import { endOf, isOpen, isToSlide } from '../session/rules.ts'
import { findSession, writeSeen } from '../session/store.ts'

/** A person who is logged in. What they may do is read for each request, never kept here. */
export interface Person {
  readonly sessionId: number
  readonly userId: number
  readonly email: string
  readonly firstName: string
  readonly lastName: string
  /** Whether a log-in asks them for a code. */
  readonly twoStep: boolean
}

/** Anyone who opens a page: a person who is logged in, or a stranger. */
export interface Guest {
  readonly person: Person | undefined
}

/** The person of the session cookie, if they are logged in, with a cookie that lasts longer or one that ends it. */
export async function findPerson(
  { headers }: Pick<Visit, 'headers'>,
  { clock, database, origins }: Pick<Context, 'clock' | 'database' | 'origins'>,
): Promise<{ person: Person | undefined; cookies: readonly string[] }> {
  const token = readSessionToken(origins.files, headers.cookie)
  if (token === undefined) return { person: undefined, cookies: [] }
  const now = clock.now()
  const row = await findSession(database, digestOf(token))
  if (!row || row.disabled || !isOpen(row, now))
    return { person: undefined, cookies: [noSessionCookie(origins.files)] }
  const person = {
    sessionId: row.id,
    userId: row.user_id,
    email: row.email,
    firstName: row.first_name,
    lastName: row.last_name,
    twoStep: row.two_step,
  }
  if (!isToSlide(row, now)) return { person, cookies: [] }
  await writeSeen(database, row.id, now)
  const end = endOf({ ...row, seen_at: now })
  return { person, cookies: [sessionCookie(origins.files, token, { now, end })] }
}

/** The gate of pages that anyone may open and that look different to those who are logged in. */
export async function guest(visit: Visit, context: Context): Promise<Admission<Guest>> {
  const { person, cookies } = await findPerson(visit, context)
  return { caller: { person }, cookies }
}

/** The gate of pages for people who are logged in. Others log in first and come back. */
export async function person(visit: Visit, context: Context): Promise<Admission<Person>> {
  const { person: caller, cookies } = await findPerson(visit, context)
  if (caller) return { caller, cookies }
  const next = visit.returnPath === undefined ? '' : `?next=${encodeURIComponent(visit.returnPath)}`
  return { answer: goTo(`/login${next}`, ...cookies) }
}
