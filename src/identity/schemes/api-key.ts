import { timingSafeEqual } from 'node:crypto'
import type { CallerKind, RefusalTraits, Requirement } from '../../api/caller.ts'
import {
  Refused,
  type Authentication,
  type AuthRequest,
  type EndpointRequest,
  type EndpointScheme,
} from '../../api/auth-scheme.ts'
import type { ProblemInput } from '../../api/problem.ts'
import type { Clock } from '../../platform/clock.ts'
import { judgeOrigin } from '../key/restriction.ts'
import { addressAllowed, parseRange } from '../../platform/http/address-range.ts'
import type { KeyCache } from '../key/cache.ts'
import { digestOf, hasKeyFormat, hasValidChecksum } from '../key/format.ts'
import type { RefusalLog } from '../audit/refusal-log.ts'
import type { LastUses } from '../key/last-use.ts'
import { toPrincipal, type KeyRow } from '../key/model.ts'
import { grants, invalidity } from '../key/rules.ts'
import type { ServiceName } from '../services.ts'
import type { Acting, PrincipalOf } from '../principal.ts'
import { bearerOf } from './bearer.ts'
import type { KeyCondition } from './key-conditions.ts'
import { endpointLimits, requestLimits, setRateHeaders, type KeyCaps } from './limits.ts'
import { takeLimits, type LimitDependencies } from './take-limits.ts'

const refusals = {
  missing_key: {},
  malformed_key: {},
  unknown_key: {},
  revoked_key: {},
  expired_key: {},
  orphaned_key: {},
  disabled_account: {},
  other_service: {},
  origin_missing: {},
  origin_blocked: {},
  address_blocked: {},
  scope_missing: { scoped: true },
  limit_reached: { details: { limit: 'minute' } },
  limits_unavailable: {},
} as const satisfies Readonly<Record<string, RefusalTraits>>

type Refusal = keyof typeof refusals
type KeyPrincipal = PrincipalOf<'api-key'>

const apiKey: CallerKind<KeyPrincipal, Refusal> = {
  name: 'api-key',
  credential: 'key',
  scheme: {
    type: 'http',
    scheme: 'bearer',
    description: 'A key made for this service: `Authorization: Bearer <key>`.',
  },
  refusals,
  logFields: ({ keyId, workspaceId }) => ({ key_id: keyId, workspace_id: workspaceId }),
  requester: (caller) => caller,
}

export interface KeysOfService<More extends string = string>
  extends CallerKind<KeyPrincipal, Refusal | More>, KeyCaps {
  readonly condition: KeyCondition<More> | undefined
}

/** The keys of a service, and its condition for the people behind them. */
export const keysOf = <More extends string = never>(
  service: ServiceName,
  { condition, ...caps }: { readonly condition?: KeyCondition<More> } & Pick<KeyCaps, 'accountLimits'> = {},
): KeysOfService<More> => ({
  ...apiKey,
  ...caps,
  service,
  condition,
  refusals: { ...refusals, ...condition?.refusals } as KeysOfService<More>['refusals'],
})

/** A key with a scope. The handler gets the person that it acts as, so that a session can call it too. */
export const key = <const Scope extends string>(scope: Scope): Requirement<KeyPrincipal, Scope, Acting> => ({
  kind: apiKey,
  scope,
})

/** A valid key, whatever its scopes. The handler gets the key. */
export const anyKey: Requirement<KeyPrincipal, never> = { kind: apiKey, scope: undefined }

interface ApiKeyDependencies extends LimitDependencies {
  readonly clock: Clock
  readonly keys: KeyCache
  readonly lastUses: LastUses
  readonly refusals: RefusalLog
}

type KeyRequest = EndpointRequest<KeysOfService>

export const apiKeyScheme = (dependencies: ApiKeyDependencies): EndpointScheme<KeysOfService> => ({
  kind: apiKey.name,
  authenticate: (request) => authenticate(request, dependencies),
  audit: (call) => dependencies.refusals.append(call),
})

const refused = (reason: Refusal, input?: ProblemInput): Refused => new Refused(reason, input)

type LiveKey = KeyRow & { readonly role: NonNullable<KeyRow['role']> }

async function authenticate(
  request: KeyRequest,
  dependencies: ApiKeyDependencies,
): Promise<Authentication<KeyPrincipal>> {
  const token = bearerOf(request.headers)
  if (token === undefined) return { outcome: 'not-presented', refusal: refused('missing_key') }
  const found = await findLiveKey(token, request.kind.service, dependencies)
  if (typeof found === 'string') return { outcome: 'failed', refusal: refused(found) }
  return {
    outcome: 'authenticated',
    caller: toPrincipal(found),
    authorize: () => authorize(found, request, dependencies),
  }
}

async function findLiveKey(
  key: string,
  service: ServiceName,
  { keys, clock }: ApiKeyDependencies,
): Promise<LiveKey | Refusal> {
  if (!hasKeyFormat(service, key)) return 'malformed_key'
  if (!hasValidChecksum(key)) return 'unknown_key'
  const digest = digestOf(key)
  const row = await keys.find(digest)
  if (!row || !timingSafeEqual(row.digest, digest)) return 'unknown_key'
  return invalidity(row, clock.now()) ?? (row as LiveKey)
}

/** Counts the request first, so that refused requests count too (docs/api/conventions.md#rate-limits). */
async function authorize(row: LiveKey, request: KeyRequest, dependencies: ApiKeyDependencies): Promise<void> {
  const definition = request.endpoint?.definition
  const limits = requestLimits(request.kind, row, definition?.perMinuteMax)
  await takeLimits(dependencies, limits, (states) => setRateHeaders(request, row, states))
  dependencies.lastUses.note(row.id)
  checkRestrictions(request, row)
  checkScope(request, row)
  const limit = definition?.limit
  if (limit)
    await takeLimits(dependencies, endpointLimits(limit, row), (states) =>
      setRateHeaders(request, row, states),
    )
}

function checkRestrictions(request: KeyRequest, row: LiveKey): void {
  const { kind } = request
  if (row.service !== kind.service) throw refused('other_service')
  const reason = addressRefusal(row, request) ?? originRefusal(row, request.headers)
  if (reason) throw refused(reason)
  const unmet = kind.condition?.refusalOf(row)
  if (unmet) throw new Refused(unmet)
}

const parsedRanges = new WeakMap<KeyRow, ReturnType<typeof parseRanges>>()
const parseRanges = (ips: readonly string[]) => ips.map(parseRange).filter((range) => range !== undefined)

function addressRefusal(row: KeyRow, request: KeyRequest): Refusal | undefined {
  if (row.ips.length === 0) return undefined
  let ranges = parsedRanges.get(row)
  if (!ranges) parsedRanges.set(row, (ranges = parseRanges(row.ips)))
  return addressAllowed(request.address, ranges) ? undefined : 'address_blocked'
}

function originRefusal(row: KeyRow, headers: AuthRequest['headers']): Refusal | undefined {
  if (row.domains.length === 0) return undefined
  const one = (value: string | string[] | undefined) => (Array.isArray(value) ? value[0] : value)
  const verdict = judgeOrigin(
    { origin: one(headers['origin']), referer: one(headers['referer']) },
    row.domains,
  )
  if (verdict === 'missing') return 'origin_missing'
  return verdict === 'blocked' ? 'origin_blocked' : undefined
}

function checkScope({ scope }: KeyRequest, row: LiveKey): void {
  if (scope === undefined || grants(row.scopes, scope)) return
  throw refused('scope_missing', { details: { required: [scope] } })
}
