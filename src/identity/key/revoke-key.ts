import type { RightsTransaction } from '../in-force.ts'
import { IdentityRefusal } from '../refusal.ts'
import { keyExists, markRevoked } from './store.ts'

/** Idempotent. */
export async function revokeKey(tx: RightsTransaction, keyId: number): Promise<void> {
  const revoked = await markRevoked(tx, keyId, tx.now())
  if (revoked === 0 && !(await keyExists(tx, keyId))) throw new IdentityRefusal('key_not_found', { keyId })
}
