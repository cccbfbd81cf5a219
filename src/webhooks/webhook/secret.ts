import type { Random } from '../../platform/random.ts'
import type { Vault } from '../../platform/secrets/vault.ts'

/** Binds a sealed secret to its webhook. */
export const secretPurpose = (id: number | string): string => `webhook:${id}`

export const newSecret = (random: Random): string => random.bytes(32).toString('hex')

export const sealSecret = (vault: Vault, id: number, secret: string): Buffer =>
  vault.seal(secret, secretPurpose(id))

export const openSecret = (
  vault: Vault,
  { id, sealed_secret: sealed }: { readonly id: number; readonly sealed_secret: Uint8Array },
): string => vault.open(sealed, secretPurpose(id))
