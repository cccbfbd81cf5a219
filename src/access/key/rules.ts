import type { ServiceName } from '../../api/principal.ts'
import type { Refusal } from '../../api/service.ts'
import type { KeyRow } from './model.ts'

/** Why a key that exists is no valid key at `now`: docs/api/keys.md#refusals. */
export function invalidity(row: KeyRow, now: Date): Refusal | undefined {
  if (row.revoked_at) return 'revoked_key'
  if (row.expires_at && row.expires_at <= now) return 'expired_key'
  if (row.disabled) return 'disabled_account'
  if (!row.role) return 'orphaned_key'
  return undefined
}

/**
 * Whether the plan behind a key includes its service. Files are on the plan of the key's creator, SMS on that of the
 * workspace's owner (docs/api/keys.md#who-a-key-acts-as); the other services are not sold.
 */
export function planRefusal(row: KeyRow): Refusal | undefined {
  if (row.service !== 'files' && row.service !== 'sms') return undefined
  const services = row.service === 'sms' ? row.owner_services : row.creator_services
  if (!services) return 'no_subscription'
  return services.includes(row.service) ? undefined : 'not_in_plan'
}

export const approvalRefusal = (row: KeyRow): Refusal | undefined =>
  row.service === 'provisioning' && !row.approved ? 'not_approved' : undefined

export const serviceRefusal = (row: KeyRow, service: ServiceName): Refusal | undefined =>
  row.service === service ? undefined : 'other_service'

export const grants = (scopes: readonly string[], scope: string): boolean =>
  scopes.includes(scope) || scopes.includes('*')
