import { createCipheriv, createDecipheriv, createHash, createHmac } from 'node:crypto'
import { type Random, systemRandom } from '../random.ts'

/** Seals secrets for the database. A secret only opens for its purpose, so a row can't be moved to another column or table. */
export interface Vault {
  /** `purpose` names column and owner: `webhook.secret:17`. */
  readonly seal: (text: string, purpose: string) => Buffer
  /** Throws `SecretUnreadable`. */
  readonly open: (sealed: Uint8Array, purpose: string) => string
  /** A keyed 16-character fingerprint of text and purpose. Changes with the active key. */
  readonly mark: (text: string, purpose: string) => string
  readonly holdsKeyOf: (sealed: Uint8Array) => boolean
  readonly current: (sealed: Uint8Array) => boolean
}

export class SecretUnreadable extends Error {
  override readonly name = 'SecretUnreadable'
}

const keyBytes = 32
const keysMax = 20

/* Version (1 byte), key id (4), nonce (12), tag (16), ciphertext. Random nonces are safe for 2^32 secrets per key. */
const version = 1
const nonceAt = 5
const tagAt = nonceAt + 12
const textAt = tagAt + 16

/** Reveals nothing of the key. */
export function keyId(key: Buffer): Buffer {
  return createHash('sha256').update('bureau secret key id\0').update(key).digest().subarray(0, 4)
}

/** 8 hexadecimal characters. */
export const secretKeyId = (key: Buffer): string => keyId(key).toString('hex')

/** `keys`: 32 bytes each. The first one seals, all open. */
export function openVault(keys: readonly Buffer[], random: Random = systemRandom): Vault {
  const known = keys.map((key) => ({ key, id: keyId(key) }))
  const active = known[0]
  if (!active || keys.some((key) => key.length !== keyBytes))
    throw new RangeError('A vault needs keys of 32 bytes.')

  const keysOf = (envelope: Buffer) => known.filter(({ id }) => id.equals(envelope.subarray(1, nonceAt)))

  return {
    seal(text, purpose) {
      const nonce = random.bytes(12)
      const cipher = createCipheriv('aes-256-gcm', active.key, nonce).setAAD(Buffer.from(purpose))
      const ciphertext = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return Buffer.concat([Buffer.of(version), active.id, nonce, cipher.getAuthTag(), ciphertext])
    },
    mark: (text, purpose) =>
      createHmac('sha256', active.key).update(`bureau mark\0${purpose}\0${text}`).digest('hex').slice(0, 16),
    open(sealed, purpose) {
      const envelope = Buffer.from(sealed)
      if (envelope.length < textAt || envelope[0] !== version)
        throw new SecretUnreadable('This is not a sealed secret.')
      const candidates = keysOf(envelope)
      if (candidates.length === 0)
        throw new SecretUnreadable(
          'The key that sealed this secret is not among the keys of BUREAU_SECRET_KEY.',
        )
      for (const { key } of candidates) {
        const text = opened(envelope, key, purpose)
        if (text !== undefined) return text
      }
      throw new SecretUnreadable('A sealed secret was changed, or sealed for another purpose.')
    },
    holdsKeyOf: (sealed) => keysOf(Buffer.from(sealed)).length > 0,
    current: (sealed) => active.id.equals(sealed.subarray(1, nonceAt)),
  }
}

function opened(envelope: Buffer, key: Buffer, purpose: string): string | undefined {
  const decipher = createDecipheriv('aes-256-gcm', key, envelope.subarray(nonceAt, tagAt), {
    authTagLength: 16,
  })
  decipher.setAAD(Buffer.from(purpose)).setAuthTag(envelope.subarray(tagAt, textAt))
  try {
    return decipher.update(envelope.subarray(textAt), undefined, 'utf8') + decipher.final('utf8')
  } catch {
    return undefined
  }
}

/** Comma-separated base64 (either alphabet); undefined if one is invalid. */
export function parseSecretKeys(text: string): readonly Buffer[] | undefined {
  const entries = text.split(',').map((entry) => entry.trim())
  const wellFormed = entries.every((entry) => /^[\w+/-]{43}=?$/.test(entry))
  if (!wellFormed || entries.length > keysMax) return undefined
  return entries.map((entry) => Buffer.from(entry, 'base64'))
}
