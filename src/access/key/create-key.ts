import type { Context } from '../../api/context.ts'
import type { ServiceName } from '../../api/principal.ts'
import { OperatorError } from '../../platform/operator-error.ts'
import { isApproved } from '../approval/store.ts'
import { isMember } from '../member/store.ts'
import { newKey } from './format.ts'
import { parseDomain, parseRange } from './restriction.ts'
import { capsOf, scopesOf } from './scopes.ts'
import { insertKey } from './store.ts'

/** What a key is asked to be; undefined takes the service's default. */
export interface KeyRequest {
  readonly service: ServiceName
  readonly userId: number
  readonly workspaceId: number
  readonly name: string | undefined
  readonly scopes: readonly string[]
  readonly environment: 'live' | 'test'
  readonly perMinute: number | undefined
  readonly perDay: number | undefined
  readonly numberId: number | undefined
  readonly folderId: string | undefined
  readonly ips: readonly string[]
  readonly domains: readonly string[]
  readonly expiresAt: Date | undefined
}

/** Makes a key; the answer is the only place where it ever stands in clear. Throws `OperatorError` on a bad request. */
export async function createKey(context: Context, request: KeyRequest): Promise<{ id: number; key: string }> {
  const { service, environment, userId, workspaceId } = request
  checkRequest(request)
  const domains = request.domains.flatMap((domain) => parseDomain(domain) ?? [])
  const made = newKey(service, environment, context.random)
  return context.database.transaction(async (tx) => {
    if (!(await isMember(tx, workspaceId, userId))) {
      throw new OperatorError(`User ${userId} is no member of workspace ${workspaceId}.`)
    }
    if (service === 'provisioning' && !(await isApproved(tx, userId))) {
      throw new OperatorError(`User ${userId} is not approved for provisioning.`)
    }
    const { id } = await insertKey(tx, {
      digest: made.digest,
      prefix: made.prefix,
      name: request.name ?? `${service} key`,
      service,
      environment,
      userId,
      workspaceId,
      scopes: [...new Set(request.scopes)],
      ...capsFor(request),
      numberId: request.numberId ?? null,
      folderId: request.folderId ?? null,
      ips: request.ips,
      domains,
      createdAt: context.clock.now(),
      expiresAt: request.expiresAt ?? null,
    })
    return { id, key: made.key }
  })
}

/** The caps of the new key; where the service has a ceiling, more than that is quietly brought down to it. */
function capsFor({ service, perMinute, perDay }: KeyRequest): { perMinute: number; perDay: number | null } {
  const caps = capsOf[service]
  if (caps.perDay === null) return { perMinute: perMinute ?? caps.perMinute, perDay: null }
  if (!caps.ceiling) return { perMinute: perMinute ?? caps.perMinute, perDay: perDay ?? caps.perDay }
  return {
    perMinute: Math.min(perMinute ?? caps.perMinute, caps.perMinute),
    perDay: Math.min(perDay ?? caps.perDay, caps.perDay),
  }
}

function checkRequest(request: KeyRequest): void {
  const { service } = request
  const known = scopesOf[service]
  if (request.scopes.length === 0)
    throw new OperatorError(`A key needs at least one scope of: ${known.join(', ')}.`)
  for (const scope of request.scopes) {
    if (!known.includes(scope))
      throw new OperatorError(`${service} has no scope "${scope}"; it has: ${known.join(', ')}.`)
  }
  for (const ip of request.ips) {
    if (!parseRange(ip)) throw new OperatorError(`"${ip}" is no IP address or CIDR range.`)
  }
  for (const domain of request.domains) {
    if (!parseDomain(domain)) throw new OperatorError(`"${domain}" is no host name or *.domain.`)
  }
  if (request.numberId !== undefined && service !== 'sms')
    throw new OperatorError('Only SMS keys are bound to a number.')
  if (request.folderId !== undefined && service !== 'files')
    throw new OperatorError('Only files keys have a folder.')
  if (service !== 'sms') return
  // The SMS API has no codes for these; a restriction that cannot be told would only look like a broken key.
  if (request.environment === 'test')
    throw new OperatorError('SMS keys are live keys; there is no test variant.')
  if (request.ips.length + request.domains.length > 0) {
    throw new OperatorError('SMS keys cannot be restricted to addresses or domains.')
  }
}
