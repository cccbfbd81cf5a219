import type { Random } from '../../platform/random.ts'
import type { RightsTransaction } from '../in-force.ts'
import { holdMember } from '../workspace/store.ts'
import { IdentityRefusal } from '../refusal.ts'
import { newKey } from './format.ts'
import { findListedKey, holdKey } from './list-store.ts'
import { stateOf } from './rules.ts'
import { expireBy, insertKey, markRevoked } from './store.ts'

export interface Successor {
  readonly id: number
  readonly key: string
  readonly workspaceId: number
  /** Until when the old key works; null: it is revoked. */
  readonly oldUntil: Date | null
}

/** With the old key's rights, limits, and expiry. Throws `key_not_found`, and `key_ended` when it no longer works. */
export async function rotateKey(
  tx: RightsTransaction,
  random: Random,
  { keyId, overlapSeconds }: { readonly keyId: number; readonly overlapSeconds: number },
): Promise<Successor> {
  const found = await findListedKey(tx, keyId)
  if (!found) throw new IdentityRefusal('key_not_found', { keyId })
  const { user_id: userId, workspace_id: workspaceId, service, environment } = found
  // A person who leaves now ends both keys, or the old one before it is rotated.
  await holdMember(tx, workspaceId, userId)
  const old = (await holdKey(tx, keyId)) ?? found
  const now = tx.now()
  const state = stateOf(old, now)
  if (state !== 'active') throw new IdentityRefusal('key_ended', { keyId, state })
  const { key, digest, prefix } = newKey(service, environment, random)
  const { id } = await insertKey(tx, {
    digest,
    prefix,
    name: old.name,
    service,
    environment,
    userId,
    workspaceId,
    scopes: old.scopes,
    perMinute: old.per_minute,
    perDay: old.per_day,
    numberId: old.number_id,
    folderId: old.folder_id,
    ips: old.ips,
    domains: old.domains,
    createdAt: now,
    expiresAt: old.expires_at,
  })
  if (overlapSeconds === 0) {
    await markRevoked(tx, keyId, now)
    return { id, key, workspaceId, oldUntil: null }
  }
  const until = new Date(now.getTime() + overlapSeconds * 1000)
  await expireBy(tx, keyId, until)
  return { id, key, workspaceId, oldUntil: old.expires_at && old.expires_at < until ? old.expires_at : until }
}
