import { createCipheriv, createDecipheriv, createHash, createHmac } from 'node:crypto'
import { type Random, systemRandom } from '../random.ts'

/**
 * Seals secrets that are kept in the database. A sealed secret opens only with a key that Bureau holds and only for
 * the purpose it was sealed for, so that a row cannot be moved into another column or table.
 */
export interface Vault {
  /** `purpose` names column and owner: `webhook.secret:17`. */
  readonly seal: (text: string, purpose: string) => Buffer
  /** Throws `SecretUnreadable` when no key fits, the purpose differs, or the bytes were changed. */
  readonly open: (sealed: Uint8Array, purpose: string) => string
  /**
   * Sixteen characters that are the same for the same text and purpose, and from which nobody without the key finds the
   * text, however few texts there are. Another active key makes other marks.
   */
  readonly mark: (text: string, purpose: string) => string
  /** Whether the key that sealed it is among those here. The first five bytes are enough to tell. */
  readonly holdsKeyOf: (sealed: Uint8Array) => boolean
  /** Whether the active key sealed it; otherwise it is time to seal it again. */
  readonly current: (sealed: Uint8Array) => boolean
}

export class SecretUnreadable extends Error {
  override readonly name = 'SecretUnreadable'
}

const keyBytes = 32
const keysMax = 20

/*
 * A sealed secret is: version (1 byte), key id (4), nonce (12), tag (16), ciphertext. A nonce must never come twice
 * under one key; 96 random bits are safe for 2^32 secrets, far more than an installation holds.
 */
const version = 1
const nonceAt = 5
const tagAt = nonceAt + 12
const textAt = tagAt + 16

/** Tells keys apart without telling anything of them. */
function keyId(key: Buffer): Buffer {
  return createHash('sha256').update('bureau secret key id\0').update(key).digest().subarray(0, 4)
}

/** `keys`: 32 bytes each, the active one first. It seals; all of them open. */
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

/** The keys of a comma-separated list in base64 (either alphabet), or undefined when one of them is none. */
export function parseSecretKeys(text: string): readonly Buffer[] | undefined {
  const entries = text.split(',').map((entry) => entry.trim())
  const wellFormed = entries.every((entry) => /^[\w+/-]{43}=?$/.test(entry))
  if (!wellFormed || entries.length > keysMax) return undefined
  return entries.map((entry) => Buffer.from(entry, 'base64'))
}
