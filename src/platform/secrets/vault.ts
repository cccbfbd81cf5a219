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
  /** The fingerprints under all keys, because one that was stored may be older than the active key. */
  readonly marks: (text: string, purpose: string) => readonly string[]
  readonly current: (sealed: Uint8Array) => boolean
}

export class SecretUnreadable extends Error {
  override readonly name = 'SecretUnreadable'
}

const keyBytes = 32
export const secretKeysMax = 20

/* Version (1 byte), key id (4), nonce (12), tag (16), ciphertext. Random nonces are safe for 2^32 secrets per key. */
const version = 1
const nonceAt = 5
const tagAt = nonceAt + 12
const textAt = tagAt + 16

/** Names a key and reveals nothing of it. */
export function keyId(key: Buffer): Buffer {
  return createHash('sha256').update('bureau secret key id\0').update(key).digest().subarray(0, 4)
}

export const secretKeyId = (key: Buffer): string => keyId(key).toString('hex')

/** `keys`: 32 bytes each. The first one seals, all open. */
export const openVault = (keys: readonly Buffer[], random: Random = systemRandom): Vault =>
  vaultOf({ keys: () => keys, reload: () => {} }, random)

interface KeySource {
  readonly keys: () => readonly Buffer[]
  readonly reload: () => void
}

/** Follows the keyring. A key that it lacks may be new in the file, so the file is read again. */
export function vaultOf(keyring: KeySource, random: Random = systemRandom): Vault {
  let known = knownOf(keyring.keys())
  const latest = () => {
    if (known.keys !== keyring.keys()) known = knownOf(keyring.keys())
    return known
  }
  const findKeys = (envelope: Buffer) =>
    latest().all.filter(({ id }) => id.equals(envelope.subarray(1, nonceAt)))

  function keysOf(envelope: Buffer): readonly KnownKey[] {
    const found = findKeys(envelope)
    if (found.length > 0) return found
    keyring.reload()
    return findKeys(envelope)
  }

  return {
    seal(text, purpose) {
      const { active } = latest()
      const nonce = random.bytes(12)
      const cipher = createCipheriv('aes-256-gcm', active.key, nonce).setAAD(Buffer.from(purpose))
      const ciphertext = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return Buffer.concat([Buffer.of(version), active.id, nonce, cipher.getAuthTag(), ciphertext])
    },
    mark: (text, purpose) => markOf(latest().active, text, purpose),
    marks: (text, purpose) => latest().all.map((key) => markOf(key, text, purpose)),
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
    current: (sealed) => latest().active.id.equals(sealed.subarray(1, nonceAt)),
  }
}

interface KnownKey {
  readonly key: Buffer
  readonly id: Buffer
}

function knownOf(keys: readonly Buffer[]) {
  const all = keys.map((key): KnownKey => ({ key, id: keyId(key) }))
  const active = all[0]
  if (!active || keys.some((key) => key.length !== keyBytes))
    throw new RangeError('A vault needs keys of 32 bytes.')
  return { keys, all, active }
}

const markOf = ({ key }: KnownKey, text: string, purpose: string): string =>
  createHmac('sha256', key).update(`bureau mark\0${purpose}\0${text}`).digest('hex').slice(0, 16)

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
  if (!wellFormed || entries.length > secretKeysMax) return undefined
  return entries.map((entry) => Buffer.from(entry, 'base64'))
}
