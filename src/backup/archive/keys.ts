import { createCipheriv, createDecipheriv, scrypt, type ScryptOptions } from 'node:crypto'
import { promisify } from 'node:util'
import type { Random } from '../../platform/random.ts'
import { parseSecretKeys } from '../../platform/secrets/vault.ts'

const derive = promisify<string, Buffer, number, ScryptOptions, Buffer>(scrypt)

/** As OWASP recommends; 128 MiB of memory and half a second for each guess at the passphrase. */
const cost = { N: 2 ** 17, r: 8, p: 1, maxmem: 256 * 1024 * 1024 }
const purpose = Buffer.from('bureau backup keys')
const saltBytes = 16
const nonceBytes = 12
const tagBytes = 16

/* `1:` and in base64: salt (16), nonce (12), tag (16), ciphertext. Another cost is another version. */
const version = '1'

export async function sealKeys(keys: readonly Buffer[], passphrase: string, random: Random): Promise<string> {
  const salt = random.bytes(saltBytes)
  const nonce = random.bytes(nonceBytes)
  const cipher = createCipheriv('aes-256-gcm', await keyOf(passphrase, salt), nonce).setAAD(purpose)
  const text = keys.map((key) => key.toString('base64')).join(',')
  const ciphertext = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  const sealed = Buffer.concat([salt, nonce, cipher.getAuthTag(), ciphertext])
  return `${version}:${sealed.toString('base64')}`
}

/** Undefined: another passphrase, or the text was changed. */
export async function openKeys(sealed: string, passphrase: string): Promise<readonly Buffer[] | undefined> {
  const [found, encoded = ''] = sealed.split(':')
  const bytes = Buffer.from(encoded, 'base64')
  const nonceAt = saltBytes
  const tagAt = nonceAt + nonceBytes
  const textAt = tagAt + tagBytes
  if (found !== version || bytes.length <= textAt) return undefined
  const key = await keyOf(passphrase, bytes.subarray(0, nonceAt))
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(nonceAt, tagAt), {
    authTagLength: tagBytes,
  })
  decipher.setAAD(purpose).setAuthTag(bytes.subarray(tagAt, textAt))
  try {
    return parseSecretKeys(
      decipher.update(bytes.subarray(textAt), undefined, 'utf8') + decipher.final('utf8'),
    )
  } catch {
    return undefined
  }
}

const keyOf = (passphrase: string, salt: Buffer): Promise<Buffer> =>
  derive(passphrase.normalize('NFC'), salt, 32, cost)
