import {
  Refused,
  type Authentication,
  type AuthRequest,
  type AuthScheme,
  type EndpointScheme,
} from '../../api/auth-scheme.ts'
import type { CallerKind, Requirement } from '../../api/caller.ts'
import type { Context } from '../../api/context.ts'
import { isSameOrigin } from '../../platform/pages/same-origin.ts'
import { digestOf } from '../link/token.ts'
import type { PrincipalOf } from '../principal.ts'
import { noSessionCookie, readSessionToken, sessionCookie } from '../session/cookie.ts'
import { endOf, isOpen, isToSlide } from '../session/rules.ts'
import { findSession, writeSeen, type SessionRow } from '../session/store.ts'

export interface Person {
  readonly sessionId: number
  readonly userId: number
  readonly email: string
  readonly firstName: string
  readonly lastName: string
  /** Whether a log-in asks them for a code. */
  readonly twoFactor: boolean
}

/** A visitor of a page, logged in or not. */
export interface Guest {
  readonly person: Person | undefined
}

type Member = PrincipalOf<'session'>
type Refusal = 'not_logged_in' | 'cross_site' | 'unknown_workspace'

/** People who are logged in, in the workspace that the path names as `{workspace}`. */
export const sessionKind: CallerKind<Member, Refusal> = {
  name: 'session',
  credential: 'session',
  scheme: {
    type: 'apiKey',
    in: 'cookie',
    name: 'bureau_session',
    description: 'The cookie of the log-in pages.',
  },
  refusals: { not_logged_in: {}, cross_site: {}, unknown_workspace: {} },
  logFields: ({ userId, workspaceId }) => ({ user_id: userId, workspace_id: workspaceId }),
  requester: (caller) => caller,
}

export const member: Requirement<Member, never> = { kind: sessionKind, scope: undefined }

const refused = (reason: Refusal): Refused => new Refused(reason)

/** Authenticates by the session cookie. Nothing is cached, so changes are in force from the next request on. */
async function authenticate(
  { headers }: Pick<AuthRequest, 'headers'>,
  { clock, database, origins }: Pick<Context, 'clock' | 'database' | 'origins'>,
  workspaceId?: number,
): Promise<Authentication<SessionRow>> {
  const refusal = refused('not_logged_in')
  const token = readSessionToken(origins.files, headers.cookie)
  if (token === undefined) return { outcome: 'not-presented', refusal }
  const now = clock.now()
  const row = await findSession(database, digestOf(token), workspaceId)
  if (!row || row.disabled || !isOpen(row, now))
    return { outcome: 'failed', refusal, cookies: [noSessionCookie(origins.files)] }
  if (!isToSlide(row, now)) return { outcome: 'authenticated', caller: row }
  await writeSeen(database, row.id, now)
  const end = endOf({ ...row, seen_at: now })
  return {
    outcome: 'authenticated',
    caller: row,
    cookies: [sessionCookie(origins.files, token, { now, end })],
  }
}

const toPerson = (row: SessionRow): Person => ({
  sessionId: row.id,
  userId: row.user_id,
  email: row.email,
  firstName: row.first_name,
  lastName: row.last_name,
  twoFactor: row.two_step,
})

/** The person who is logged in, if any, and cookies that prolong or end the session. */
export async function findPerson(
  request: Pick<AuthRequest, 'headers'>,
  context: Pick<Context, 'clock' | 'database' | 'origins'>,
): Promise<Guest & { readonly cookies: readonly string[] }> {
  const found = await authenticate(request, context)
  const person = found.outcome === 'authenticated' ? toPerson(found.caller) : undefined
  return { person, cookies: found.cookies ?? [] }
}

/** For pages that anyone may open. */
export const guest: AuthScheme<Guest> = {
  authenticate: async (request, context) => {
    const { person, cookies } = await findPerson(request, context)
    return { outcome: 'authenticated', caller: { person }, cookies }
  },
}

/** For pages that need a log-in. */
export const person: AuthScheme<Person> = {
  authenticate: async (request, context) => {
    const found = await authenticate(request, context)
    return found.outcome === 'authenticated' ? { ...found, caller: toPerson(found.caller) } : found
  },
}

const isSafe = (method: string): boolean => method === 'GET' || method === 'HEAD'

/** For endpoints. Browsers attach cookies by themselves, so an unsafe method must come from a page of the files origin. */
export const sessionScheme: EndpointScheme<typeof sessionKind> = {
  kind: sessionKind.name,
  authenticate: async (request, context) => {
    const { method, headers, params } = request
    const workspaceId = toId(params['workspace'])
    const found = await authenticate(request, context, workspaceId)
    if (found.outcome !== 'authenticated') return found
    const { cookies } = found
    const fail = (reason: Refusal) => ({ outcome: 'failed', refusal: refused(reason), cookies }) as const
    const isOwn = headers['sec-fetch-site'] !== 'none' && isSameOrigin(headers, context.origins.files)
    if (!isSafe(method) && !isOwn) return fail('cross_site')
    const { id, user_id, role, workspace_type } = found.caller
    if (workspaceId === undefined || role === null || workspace_type === null)
      return fail('unknown_workspace')
    return {
      outcome: 'authenticated',
      cookies,
      caller: {
        kind: 'session',
        sessionId: id,
        userId: user_id,
        workspaceId,
        workspaceType: workspace_type,
        role,
        folderId: null,
        numberId: null,
      },
    }
  },
}

const toId = (text: string | undefined): number | undefined =>
  text !== undefined && /^[1-9]\d{0,14}$/.test(text) ? Number(text) : undefined
