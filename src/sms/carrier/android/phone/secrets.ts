import { createHash } from 'node:crypto'
import type { Random } from '../../../../platform/random.ts'
import type { Vault } from '../../../../platform/secrets/vault.ts'

export const codeSeconds = 600

const codeDigits = 8
const halfCharacters = 24

export const digestOf = (secret: string): Buffer => createHash('sha256').update(secret).digest()

/** A keyed digest, because codes are too short for a plain one. */
export const codeMark = (vault: Vault, code: string): string => vault.mark(code, codePurpose)

/** Also under keys that were active when the code was made. */
export const codeMarks = (vault: Vault, code: string): readonly string[] => vault.marks(code, codePurpose)

const codePurpose = 'sms.phone.code'

/** Binds sealed secrets to their number. */
export const postSecretsPurpose = (numberId: number | string): string => `sms.phone.secret:${numberId}`

/** Digits only, because the app's field takes nothing else. */
export const newCode = (random: Random): string =>
  String(Math.floor(random.fraction() * 10 ** codeDigits)).padStart(codeDigits, '0')

export const newToken = (random: Random): string => `enrol_${random.base62(24)}`
export const newDeviceToken = (random: Random): string => `phone_${random.base62(32)}`
export const newDeviceId = (random: Random): string => random.base62(20)

export interface PostSecrets {
  readonly address: string
  readonly signingKey: string
}

const split = (secret: string): PostSecrets => ({
  address: secret.slice(0, halfCharacters),
  signingKey: secret.slice(halfCharacters),
})

export function newPostSecrets(random: Random, vault: Vault, numberId: number) {
  const secret = random.base62(2 * halfCharacters)
  return { sealed: vault.seal(secret, postSecretsPurpose(numberId)), digest: digestOf(split(secret).address) }
}

/** Throws `SecretUnreadable` when its key is no longer configured. */
export const openPostSecrets = (vault: Vault, sealed: Uint8Array, numberId: number): PostSecrets =>
  split(vault.open(sealed, postSecretsPurpose(numberId)))
