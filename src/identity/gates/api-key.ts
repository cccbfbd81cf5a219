import { timingSafeEqual } from 'node:crypto'
import type { CallerKind, RefusalTraits, Requirement } from '../../api/caller.ts'
import type { HandlerContext } from '../../api/endpoint.ts'
import { Refused, type Arrival, type Gate } from '../../api/gate.ts'
import { retryAfter, type ProblemInput } from '../../api/problem.ts'
import type { Clock } from '../../platform/clock.ts'
import {
  LimitsUnavailable,
  type CounterStore,
  type Limit,
  type LimitState,
} from '../../platform/limits/limit.ts'
import { judgeOrigin } from '../key/restriction.ts'
import { addressAllowed, parseRange } from '../../platform/http/address-range.ts'
import type { KeyCache } from '../key/cache.ts'
import { digestOf, hasKeyFormat, hasValidChecksum } from '../key/format.ts'
import type { RefusalLog } from '../audit/refusal-log.ts'
import type { LastUses } from '../key/last-use.ts'
import { toPrincipal, type KeyRow } from '../key/model.ts'
import { grants, invalidity } from '../key/rules.ts'
import type { ServiceName } from '../key/services.ts'
import type { PrincipalOf } from '../principal.ts'
import type { KeyCondition } from './key-conditions.ts'
import { endpointLimits, requestLimits, setRateHeaders, type KeyCaps } from './limits.ts'

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

/** What a handler or a part of it may touch when an API key calls. */
export type KeyContext = HandlerContext<KeyPrincipal>

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
}

/** The keys of one service. */
export interface KeysOfService<More extends string = string>
  extends CallerKind<KeyPrincipal, Refusal | More>, KeyCaps {
  readonly condition: KeyCondition<More> | undefined
}

/** The keys of a service, and what it wants of the people behind them. */
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

/** A key with a scope. */
export const key = <const Scope extends string>(scope: Scope): Requirement<KeyPrincipal, Scope> => ({
  kind: apiKey,
  scope,
})

/** A valid key, whatever its scopes. */
export const anyKey: Requirement<KeyPrincipal, never> = { kind: apiKey, scope: undefined }

interface KeyGateDependencies {
  readonly clock: Clock
  readonly keys: KeyCache
  readonly counters: CounterStore
  readonly lastUses: LastUses
  readonly refusals: RefusalLog
  /** Told the name of every limit that refused, for metrics. */
  readonly onRefusal: (limit: string) => void
}

const retryWhenUnavailableSeconds = 5

type KeyArrival = Arrival<KeysOfService>

/**
 * Admits API keys. A request is counted after authentication and before everything else, so refusals of any other
 * kind count too (docs/api/conventions.md#rate-limits).
 */
export function openGate(dependencies: KeyGateDependencies): Gate<KeysOfService> {
  return {
    kind: apiKey.name,
    recognises: (headers) => bearerOf(headers['authorization']) !== undefined,
    admit: async (arrival) => {
      const row = await authenticate(arrival, dependencies)
      const principal = toPrincipal(row)
      arrival.identified(principal)
      const definition = arrival.endpoint?.definition
      const limits = requestLimits(arrival.kind, row, definition?.perMinuteMax)
      setRateHeaders(arrival, row, await take(limits, row, arrival, dependencies))
      dependencies.lastUses.note(row.id)
      checkRestrictions(arrival, row)
      checkScope(arrival, row)
      const limit = definition?.limit
      if (limit) await take(endpointLimits(limit, row), row, arrival, dependencies)
      return principal
    },
    audit: (call) => dependencies.refusals.append(call),
  }
}

/** Refuses for a reason that services have a code for. */
const refused = (reason: Refusal, input?: ProblemInput): Refused => new Refused(reason, input)

type LiveKey = KeyRow & { readonly role: NonNullable<KeyRow['role']> }

async function authenticate(
  { kind, headers }: KeyArrival,
  { keys, clock }: KeyGateDependencies,
): Promise<LiveKey> {
  const key = bearerOf(headers['authorization'])
  if (key === undefined) throw refused('missing_key')
  if (!hasKeyFormat(kind.service, key)) throw refused('malformed_key')
  if (!hasValidChecksum(key)) throw refused('unknown_key')
  const digest = digestOf(key)
  const row = await keys.find(digest)
  if (!row || !timingSafeEqual(row.digest, digest)) throw refused('unknown_key')
  const reason = invalidity(row, clock.now())
  if (reason) throw refused(reason)
  return row as LiveKey
}

/** The token of `Authorization: Bearer <token>`; undefined without one. */
function bearerOf(header: string | string[] | undefined): string | undefined {
  if (typeof header !== 'string') return undefined
  return /^bearer +(\S+) *$/i.exec(header)?.[1]
}

async function take(
  limits: readonly Limit[],
  row: KeyRow,
  arrival: KeyArrival,
  dependencies: KeyGateDependencies,
): Promise<readonly LimitState[]> {
  const verdict = await dependencies.counters.take(limits).catch((error: unknown) => {
    if (!(error instanceof LimitsUnavailable)) throw error
    throw refusedByLimit('limits_unavailable', 'unavailable', retryWhenUnavailableSeconds, dependencies)
  })
  if (!verdict.refusedBy) return verdict.states
  setRateHeaders(arrival, row, verdict.states)
  throw refusedByLimit(
    'limit_reached',
    verdict.refusedBy.limit.name,
    verdict.refusedBy.resetSeconds,
    dependencies,
  )
}

function refusedByLimit(
  reason: 'limit_reached' | 'limits_unavailable',
  limit: string,
  retrySeconds: number,
  { onRefusal }: KeyGateDependencies,
): Refused {
  onRefusal(limit)
  return refused(reason, { details: { limit }, ...retryAfter(retrySeconds) })
}

function checkRestrictions(arrival: KeyArrival, row: LiveKey): void {
  const { kind } = arrival
  if (row.service !== kind.service) throw refused('other_service')
  const reason = addressRefusal(row, arrival) ?? originRefusal(row, arrival.headers)
  if (reason) throw refused(reason)
  const unmet = kind.condition?.refusalOf(row)
  if (unmet) throw new Refused(unmet)
}

const parsedRanges = new WeakMap<KeyRow, ReturnType<typeof parseRanges>>()
const parseRanges = (ips: readonly string[]) => ips.map(parseRange).filter((range) => range !== undefined)

function addressRefusal(row: KeyRow, arrival: KeyArrival): Refusal | undefined {
  if (row.ips.length === 0) return undefined
  let ranges = parsedRanges.get(row)
  if (!ranges) parsedRanges.set(row, (ranges = parseRanges(row.ips)))
  return addressAllowed(arrival.address, ranges) ? undefined : 'address_blocked'
}

function originRefusal(row: KeyRow, headers: Arrival['headers']): Refusal | undefined {
  if (row.domains.length === 0) return undefined
  const one = (value: string | string[] | undefined) => (Array.isArray(value) ? value[0] : value)
  const verdict = judgeOrigin(
    { origin: one(headers['origin']), referer: one(headers['referer']) },
    row.domains,
  )
  if (verdict === 'missing') return 'origin_missing'
  return verdict === 'blocked' ? 'origin_blocked' : undefined
}

function checkScope({ scope }: KeyArrival, row: LiveKey): void {
  if (scope === undefined || grants(row.scopes, scope)) return
  throw refused('scope_missing', { details: { required: [scope] } })
}
