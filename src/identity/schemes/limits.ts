import type { EndpointLimit } from '../../api/endpoint.ts'
import type { EndpointRequest } from '../../api/auth-scheme.ts'
import type { RateHeader } from '../../api/service.ts'
import type { Limit, LimitState } from '../../platform/limits/limit.ts'
import type { KeyRow } from '../key/model.ts'
import { capsOf } from '../key/scopes.ts'
import type { ServiceName } from '../services.ts'

export interface KeyCaps {
  readonly service: ServiceName
  /** Over all keys of one person for the service: docs/api/keys.md#limits. */
  readonly accountLimits?: { readonly perMinute: number; readonly perDay: number }
}

const minute = { windowSeconds: 60, kind: 'fixed' } as const
const day = { windowSeconds: 86_400, kind: 'rolling' } as const

function keyLimits({ id, per_minute, per_day }: KeyRow): readonly Limit[] {
  const counter = `key:${id}`
  return [
    { name: 'minute', counter: `${counter}:minute`, max: per_minute, ...minute },
    ...(per_day === null ? [] : [{ name: 'day', counter: `${counter}:day`, max: per_day, ...day }]),
  ]
}

function accountLimits({ service, accountLimits: caps }: KeyCaps, row: KeyRow): readonly Limit[] {
  if (!caps || row.service !== service) return []
  const counter = `user:${row.user_id}:${service}`
  return [
    { name: 'account_minute', counter: `${counter}:minute`, max: caps.perMinute, ...minute },
    { name: 'account_day', counter: `${counter}:day`, max: caps.perDay, ...day },
  ]
}

const ofEndpoint = ({ group, windowSeconds }: EndpointLimit, counter: string, max: number): Limit => ({
  name: 'endpoint',
  counter: `${counter}:${group}`,
  max,
  windowSeconds,
  kind: 'fixed',
})

/** Across the user's keys and sessions: docs/api/files.md#limits. */
export const userLimit = (limit: EndpointLimit, userId: number): Limit =>
  ofEndpoint(limit, `user:${userId}`, limit.perUserMax)

/** For the key and the user. */
export const endpointLimits = (limit: EndpointLimit, row: KeyRow): readonly Limit[] => [
  ofEndpoint(limit, `key:${row.id}`, limit.perCredentialMax),
  userLimit(limit, row.user_id),
]

const perSessionMinuteMax = 1200

export const sessionLimit = (sessionId: number): Limit => ({
  name: 'session_minute',
  counter: `session:${sessionId}:minute`,
  max: perSessionMinuteMax,
  ...minute,
})

/** A grid asks for a thumbnail of each file, and a player for many ranges of a video. */
const downloadsPerSessionMinuteMax = 6000

export const sessionDownloadLimit = (sessionId: number): Limit => ({
  name: 'session_downloads_minute',
  counter: `session:${sessionId}:downloads`,
  max: downloadsPerSessionMinuteMax,
  ...minute,
})

interface RowLimits {
  readonly caps: KeyCaps
  readonly limits: readonly Limit[]
}

/** A row is cached for seconds and used by every request, so its limits are derived once. */
const limitsOfRows = new WeakMap<KeyRow, RowLimits>()

export function requestLimits(caps: KeyCaps, row: KeyRow, perMinuteMax = 0): readonly Limit[] {
  const limits = limitsOf(caps, row)
  if (perMinuteMax <= row.per_minute || row.per_minute !== capsOf[row.service].perMinute) return limits
  return limits.map((limit) => (limit.name === 'minute' ? { ...limit, max: perMinuteMax } : limit))
}

function limitsOf(caps: KeyCaps, row: KeyRow): readonly Limit[] {
  let known = limitsOfRows.get(row)
  if (known?.caps !== caps) {
    known = { caps, limits: [...keyLimits(row), ...accountLimits(caps, row)] }
    limitsOfRows.set(row, known)
  }
  return known.limits
}

type RateValue = (minute: LimitState | undefined, day: LimitState | undefined) => number | undefined

const rateValues: Readonly<Record<RateHeader, RateValue>> = {
  'X-RateLimit-Limit-Minute': (minute) => minute?.limit.max,
  'X-RateLimit-Remaining-Minute': (minute) => minute?.remaining,
  'X-RateLimit-Reset-Seconds': (minute) => minute?.resetSeconds,
  'X-RateLimit-Limit-Day': (_minute, day) => day?.limit.max,
  'X-RateLimit-Remaining-Day': (_minute, day) => day?.remaining,
}

/** The state of the key's own cap, which some requests may exceed. */
function ofKey(state: LimitState, { per_minute: max }: KeyRow): LimitState {
  const excess = state.limit.max - max
  if (excess === 0) return state
  return { ...state, limit: { ...state.limit, max }, remaining: Math.max(0, state.remaining - excess) }
}

export function setRateHeaders(
  request: Pick<EndpointRequest, 'service' | 'setHeader'>,
  row: KeyRow,
  states: readonly LimitState[],
): void {
  const { rateHeaders } = request.service
  if (rateHeaders.length === 0) return
  const counted = states.find(({ limit }) => limit.name === 'minute')
  const minute = counted && ofKey(counted, row)
  const day = states.find(({ limit }) => limit.name === 'day')
  for (const name of rateHeaders) {
    const value = rateValues[name](minute, day)
    if (value !== undefined) request.setHeader(name, String(value))
  }
}
