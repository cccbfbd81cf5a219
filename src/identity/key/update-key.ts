import type { RightsTransaction } from '../in-force.ts'
import { IdentityRefusal } from '../refusal.ts'
import { capsFor, checkRequest, type KeyRequest } from './create-key.ts'
import { holdKey } from './list-store.ts'
import { parseDomain } from './restriction.ts'
import { writeTerms } from './store.ts'

/** Omitted fields stay unchanged. */
export interface KeyChange extends Pick<KeyRequest, 'name' | 'perMinute' | 'perDay' | 'ips' | 'domains'> {
  readonly scopes?: readonly string[] | undefined
  /** null: never. */
  readonly expiresAt?: Date | null | undefined
}

/** Throws `key_not_found`, `key_ended` for a revoked or orphaned key, and what `createKey` throws. */
export async function updateKey(tx: RightsTransaction, keyId: number, change: KeyChange): Promise<void> {
  const key = await holdKey(tx, keyId)
  if (!key) throw new IdentityRefusal('key_not_found', { keyId })
  if (key.revoked_at) throw new IdentityRefusal('key_ended', { keyId, state: 'revoked' })
  if (key.orphaned_at) throw new IdentityRefusal('key_ended', { keyId, state: 'orphaned' })
  const { service } = key
  const {
    name = key.name,
    scopes = key.scopes,
    ips = key.ips,
    domains = key.domains,
    perMinute = key.per_minute,
    perDay = key.per_day ?? undefined,
    expiresAt,
  } = change
  const owner = { userId: key.user_id, workspaceId: key.workspace_id }
  checkRequest({ service, ...owner, scopes, ips, domains, expiresAt: expiresAt ?? undefined }, tx.now())
  await writeTerms(tx, keyId, {
    name,
    scopes: [...new Set(scopes)],
    ...capsFor({ service, perMinute, perDay }),
    ips,
    domains: domains.flatMap((domain) => parseDomain(domain) ?? []),
    expiresAt: expiresAt === undefined ? key.expires_at : expiresAt,
  })
}
