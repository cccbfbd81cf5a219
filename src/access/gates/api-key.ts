import { timingSafeEqual } from 'node:crypto'
import type { Clock } from '../../platform/clock.ts'
import type { Arrival, Gate } from '../../api/gate.ts'
import { Refused } from '../../api/gate.ts'
import type { Refusal } from '../../api/service.ts'
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
import type { LastUses } from '../key/last-use.ts'
import { toPrincipal, type KeyRow } from '../key/model.ts'
import { approvalRefusal, grants, invalidity, planRefusal, serviceRefusal } from '../key/rules.ts'
import { endpointLimits, requestLimits, setRateHeaders } from './limits.ts'

export interface GateParts {
  readonly clock: Clock
  readonly keys: KeyCache
  readonly counters: CounterStore
  readonly lastUses: LastUses
  /** Told the name of every limit that refused, for metrics. */
  readonly onRefusal: (limit: string) => void
}

const retryWhenUnavailableSeconds = 5

/**
 * The door of all four services. A request is counted after authentication and before everything else, so refusals
 * of any other kind count too (docs/api/conventions.md#rate-limits).
 */
export function openGate(parts: GateParts): Gate {
  return {
    admit: async (arrival) => {
      const row = await authenticate(arrival, parts)
      setRateHeaders(arrival, await take(requestLimits(arrival.service, row), arrival, parts))
      parts.lastUses.note(row.id)
      checkRestrictions(arrival, row)
      checkScope(arrival, row)
      const limit = arrival.endpoint?.definition.limit
      if (limit) await take(endpointLimits(limit, row), arrival, parts)
      return toPrincipal(row)
    },
  }
}

type LiveKey = KeyRow & { readonly role: NonNullable<KeyRow['role']> }

async function authenticate({ service, headers }: Arrival, { keys, clock }: GateParts): Promise<LiveKey> {
  const key = bearerOf(headers['authorization'])
  if (key === undefined) throw new Refused('missing_key')
  if (!hasKeyFormat(service.name, key)) throw new Refused('malformed_key')
  if (!hasValidChecksum(key)) throw new Refused('unknown_key')
  const digest = digestOf(key)
  const row = await keys.find(digest)
  if (!row || !timingSafeEqual(row.digest, digest)) throw new Refused('unknown_key')
  const reason = invalidity(row, clock.now())
  if (reason) throw new Refused(reason)
  return row as LiveKey
}

/** The token of `Authorization: Bearer <token>`; undefined without one. */
function bearerOf(header: string | string[] | undefined): string | undefined {
  if (typeof header !== 'string') return undefined
  return /^bearer +(\S+) *$/i.exec(header)?.[1]
}

async function take(
  limits: readonly Limit[],
  arrival: Arrival,
  parts: GateParts,
): Promise<readonly LimitState[]> {
  const verdict = await parts.counters.take(limits).catch((error: unknown) => {
    if (!(error instanceof LimitsUnavailable)) throw error
    throw refusedBy('limits_unavailable', 'unavailable', retryWhenUnavailableSeconds, parts)
  })
  if (!verdict.refusedBy) return verdict.states
  setRateHeaders(arrival, verdict.states)
  throw refusedBy('limit_reached', verdict.refusedBy.limit.name, verdict.refusedBy.resetSeconds, parts)
}

function refusedBy(reason: Refusal, limit: string, retrySeconds: number, { onRefusal }: GateParts): Refused {
  onRefusal(limit)
  return new Refused(reason, { details: { limit }, headers: { 'Retry-After': String(retrySeconds) } })
}

function checkRestrictions(arrival: Arrival, row: LiveKey): void {
  const reason =
    serviceRefusal(row, arrival.service.name) ??
    addressRefusal(row, arrival) ??
    originRefusal(row, arrival.headers)
  if (reason) throw new Refused(reason)
  const refusal = planRefusal(row) ?? approvalRefusal(row)
  if (refusal) throw new Refused(refusal)
}

const parsedRanges = new WeakMap<KeyRow, ReturnType<typeof parseRanges>>()
const parseRanges = (ips: readonly string[]) => ips.map(parseRange).filter((range) => range !== undefined)

function addressRefusal(row: KeyRow, arrival: Arrival): Refusal | undefined {
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

function checkScope({ endpoint }: Arrival, row: LiveKey): void {
  const scope = endpoint?.definition.scope
  if (scope === undefined || scope === 'any' || scope === 'public') return
  if (!grants(row.scopes, scope)) throw new Refused('scope_missing', { details: { required: [scope] } })
}
