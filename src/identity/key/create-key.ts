import type { Transaction } from '../../platform/database/database.ts'
import type { Random } from '../../platform/random.ts'
import { holdApproval } from '../approval/store.ts'
import { holdMember } from '../workspace/store.ts'
import { IdentityRefusal, type KeyOption } from '../refusal.ts'
import { newKey } from './format.ts'
import { parseDomain } from './restriction.ts'
import { parseRange } from '../../platform/http/address-range.ts'
import { capsOf, scopesOf } from './scopes.ts'
import type { ServiceName } from '../services.ts'
import { insertKey } from './store.ts'

/** Undefined takes the service's default. */
export interface KeyRequest {
  readonly service: ServiceName
  readonly userId: number
  readonly workspaceId: number
  readonly name?: string | undefined
  readonly scopes: readonly string[]
  readonly environment?: 'live' | 'test' | undefined
  readonly perMinute?: number | undefined
  readonly perDay?: number | undefined
  readonly numberId?: number | undefined
  readonly folderId?: string | undefined
  readonly ips?: readonly string[] | undefined
  readonly domains?: readonly string[] | undefined
  readonly expiresAt?: Date | undefined
}

/** Only the result ever holds the key in plain text. */
export async function createKey(
  tx: Transaction,
  random: Random,
  request: KeyRequest,
): Promise<{ id: number; key: string }> {
  const { service, environment = 'live', userId, workspaceId, ips = [], domains = [] } = request
  checkRequest(request, tx.now())
  if (!(await holdMember(tx, workspaceId, userId)))
    throw new IdentityRefusal('not_a_member', { workspaceId, userId })
  if (service === 'provisioning' && !(await holdApproval(tx, userId)))
    throw new IdentityRefusal('not_approved', { userId })
  const { key, digest, prefix } = newKey(service, environment, random)
  const { id } = await insertKey(tx, {
    digest,
    prefix,
    name: request.name ?? `${service} key`,
    service,
    environment,
    userId,
    workspaceId,
    scopes: [...new Set(request.scopes)],
    ...capsFor(request),
    numberId: request.numberId ?? null,
    folderId: request.folderId ?? null,
    ips,
    domains: domains.flatMap((domain) => parseDomain(domain) ?? []),
    createdAt: tx.now(),
    expiresAt: request.expiresAt ?? null,
  })
  return { id, key }
}

/** A cap above the service's ceiling is lowered to it without an error. */
export function capsFor({
  service,
  perMinute,
  perDay,
}: Pick<KeyRequest, 'service' | 'perMinute' | 'perDay'>): {
  perMinute: number
  perDay: number | null
} {
  const caps = capsOf[service]
  if (caps.perDay === null) return { perMinute: perMinute ?? caps.perMinute, perDay: null }
  if (!caps.ceiling) return { perMinute: perMinute ?? caps.perMinute, perDay: perDay ?? caps.perDay }
  return {
    perMinute: Math.min(perMinute ?? caps.perMinute, caps.perMinute),
    perDay: Math.min(perDay ?? caps.perDay, caps.perDay),
  }
}

/** Throws the refusal of what a key of the service cannot have. */
export function checkRequest(request: KeyRequest, now: Date): void {
  const { service, scopes, ips = [], domains = [], expiresAt } = request
  if (scopes.length === 0) throw new IdentityRefusal('scopes_missing', { service })
  const known: readonly string[] = scopesOf[service]
  for (const scope of scopes)
    if (!known.includes(scope)) throw new IdentityRefusal('scope_unknown', { service, scope })
  for (const address of ips)
    if (!parseRange(address)) throw new IdentityRefusal('address_invalid', { address })
  for (const domain of domains)
    if (!parseDomain(domain)) throw new IdentityRefusal('domain_invalid', { domain })
  if (expiresAt !== undefined && expiresAt <= now) throw new IdentityRefusal('expiry_in_past', { expiresAt })
  const option = foreignOption(request)
  if (option) throw new IdentityRefusal('not_for_service', { service, option })
}

function foreignOption({
  service,
  numberId,
  folderId,
  environment,
  ips = [],
  domains = [],
}: KeyRequest): KeyOption | undefined {
  if (numberId !== undefined && service !== 'sms') return 'number'
  if (folderId !== undefined && service !== 'files') return 'folder'
  if (service !== 'sms') return undefined
  // The SMS API has no codes for restrictions, so its keys cannot have any.
  if (environment === 'test') return 'test'
  return ips.length + domains.length > 0 ? 'restrictions' : undefined
}
