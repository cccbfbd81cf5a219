import {
  Refused,
  type Authentication,
  type AuthRequest,
  type AuthScheme,
  type EndpointRequest,
  type EndpointScheme,
} from '../../api/auth-scheme.ts'
import type { CallerKind, RefusalTraits, Requirement } from '../../api/caller.ts'
import type { Context } from '../../api/context.ts'
import type { Endpoint } from '../../api/endpoint.ts'
import { isSameOrigin } from '../../platform/pages/same-origin.ts'
import type { Limit } from '../../platform/limits/limit.ts'
import { digestOf } from '../link/token.ts'
import type { PrincipalOf } from '../principal.ts'
import { noSessionCookie, readSessionToken, sessionCookie } from '../session/cookie.ts'
import { endOf, isOpen, isToSlide } from '../session/rules.ts'
import { findSession, writeSeen, type SessionRow } from '../session/store.ts'
import { sessionDownloadLimit, sessionLimit, userLimit } from './limits.ts'
import { takeLimits, type LimitDependencies } from './take-limits.ts'

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
type LoggedIn = PrincipalOf<'person'>

const refusals = {
  not_logged_in: {},
  cross_site: {},
  limit_reached: { details: { limit: 'session_minute' } },
  limits_unavailable: {},
} as const satisfies Readonly<Record<string, RefusalTraits>>

const memberRefusals = {
  ...refusals,
  unknown_workspace: {},
  no_subscription: {},
  not_in_plan: {},
  not_in_owners_plan: {},
} as const

type Refusal = keyof typeof memberRefusals

const cookie = {
  type: 'apiKey',
  in: 'cookie',
  name: 'bureau_session',
  description: 'The cookie of the log-in pages.',
} as const

/** People who are logged in. */
export const personKind: CallerKind<LoggedIn, keyof typeof refusals> = {
  name: 'person',
  credential: 'session',
  scheme: cookie,
  refusals,
  logFields: ({ userId }) => ({ user_id: userId }),
}

/** People who are logged in, in the workspace that the path names as `{workspace}`. */
export const sessionKind: CallerKind<Member, Refusal> = {
  name: 'session',
  credential: 'session',
  scheme: cookie,
  refusals: memberRefusals,
  logFields: ({ userId, workspaceId }) => ({ user_id: userId, workspace_id: workspaceId }),
  requester: (caller) => caller,
}

/** Anyone who is logged in. */
export const loggedIn: Requirement<LoggedIn, never> = { kind: personKind, scope: undefined }

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

/** Browsers attach cookies by themselves, so an unsafe method must come from a page of the files origin. */
export const isCrossSite = (
  { method, headers }: Pick<AuthRequest, 'method' | 'headers'>,
  { origins }: Pick<Context, 'origins'>,
): boolean =>
  !isSafe(method) && (headers['sec-fetch-site'] === 'none' || !isSameOrigin(headers, origins.files))

/** For endpoints. */
export function sessionSchemes(dependencies: LimitDependencies): readonly EndpointScheme[] {
  const people: EndpointScheme<typeof personKind> = {
    kind: personKind.name,
    authenticate: async (request, context) => {
      const found = await authenticate(request, context)
      if (found.outcome !== 'authenticated') return found
      const { caller: row, cookies } = found
      if (isCrossSite(request, context)) return { outcome: 'failed', refusal: refused('cross_site'), cookies }
      const caller = { kind: 'person', ...toPerson(row), operator: row.operator } as const
      return { ...found, caller, authorize: () => count(row, request, dependencies) }
    },
  }
  const members: EndpointScheme<typeof sessionKind> = {
    kind: sessionKind.name,
    authenticate: async (request, context) => {
      const workspaceId = toId(request.params['workspace'])
      const found = await authenticate(request, context, workspaceId)
      if (found.outcome !== 'authenticated') return found
      const { caller: row, cookies } = found
      const fail = (reason: Refusal) => ({ outcome: 'failed', refusal: refused(reason), cookies }) as const
      if (isCrossSite(request, context)) return fail('cross_site')
      if (
        workspaceId === undefined ||
        row.role === null ||
        row.joined_at === null ||
        row.workspace_type === null
      )
        return fail('unknown_workspace')
      const caller = {
        kind: 'session',
        sessionId: row.id,
        userId: row.user_id,
        workspaceId,
        workspaceType: row.workspace_type,
        role: row.role,
        joinedAt: row.joined_at,
        folderId: null,
        numberId: null,
      } as const
      const authorize = async () => {
        await count(row, request, dependencies)
        checkPlan(row, request.endpoint)
      }
      return { outcome: 'authenticated', cookies, caller, authorize }
    },
  }
  return [people, members]
}

/** Bodies of uploads come in any number of chunks. */
const isUpload = (endpoint: Endpoint | undefined): boolean => {
  const body = endpoint?.definition.body
  return body !== undefined && 'kind' in body
}

/** Downloads count by themselves, so that pictures on a page never stop its calls. */
function requestLimit(endpoint: Endpoint | undefined, sessionId: number): readonly Limit[] {
  if (isUpload(endpoint)) return []
  const result = endpoint?.definition.result
  const isDownload = result !== undefined && 'kind' in result && result.kind === 'download'
  return [isDownload ? sessionDownloadLimit(sessionId) : sessionLimit(sessionId)]
}

async function count(
  { id, user_id }: SessionRow,
  { endpoint }: EndpointRequest,
  dependencies: LimitDependencies,
): Promise<void> {
  const limit = endpoint?.definition.limit
  const limits = [...requestLimit(endpoint, id), ...(limit ? [userLimit(limit, user_id)] : [])]
  if (limits.length > 0) await takeLimits(dependencies, limits)
}

/** An operation needs the plan that its service asks of the people behind a key. */
function checkPlan({ person_services, owner_services }: SessionRow, endpoint: Endpoint | undefined): void {
  const service = endpoint?.definition.plan ?? endpoint?.original?.service.name
  if (service === 'files' && person_services === null) throw refused('no_subscription')
  if (service === 'files' && person_services?.includes('files') !== true) throw refused('not_in_plan')
  if (service === 'sms' && owner_services?.includes('sms') !== true) throw refused('not_in_owners_plan')
}

const toId = (text: string | undefined): number | undefined =>
  text !== undefined && /^[1-9]\d{0,14}$/.test(text) ? Number(text) : undefined
