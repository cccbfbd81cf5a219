import { hash } from 'node:crypto'
import { crc32 } from 'node:zlib'
import type { ServiceName } from '../services.ts'
import { base62Alphabet, type Random } from '../../platform/random.ts'

export type Environment = 'live' | 'test'

const secretLength = 32
const checksumLength = 6
const shownLength = 4

/** SMS keys have a prefix of their own and no test variant: docs/api/keys.md#format. */
const prefixOf = (service: ServiceName, environment: Environment): string =>
  service === 'sms' ? 'bs_live_' : `bf_${environment}_`

const formats = {
  sms: /^bs_live_[0-9A-Za-z]{38}$/,
  others: /^bf_(?:live|test)_[0-9A-Za-z]{38}$/,
} as const

/** CRC-32 of the characters before it, in base62: detects typos without asking the database. */
function checksum(text: string): string {
  let rest = crc32(text)
  let digits = ''
  while (digits.length < checksumLength) {
    digits = base62Alphabet.charAt(rest % 62) + digits
    rest = Math.floor(rest / 62)
  }
  return digits
}

export interface NewKey {
  /** Shown once, never stored. */
  readonly key: string
  readonly digest: Buffer
  /** Kept in plain text, so that people recognize the key. */
  readonly prefix: string
}

/** Prefix, 32 random base62 characters, 6 of checksum: docs/api/keys.md#format. */
export function newKey(service: ServiceName, environment: Environment, random: Random): NewKey {
  const start = prefixOf(service, environment)
  const body = start + random.base62(secretLength)
  const key = body + checksum(body)
  return { key, digest: digestOf(key), prefix: body.slice(0, start.length + shownLength) }
}

/** Stored in place of the key, whose 190 random bits need no slow hash. */
export const digestOf = (key: string): Buffer => hash('sha256', key, 'buffer')

/** The checksum may still be wrong. */
export const hasKeyFormat = (service: ServiceName, key: string): boolean =>
  (service === 'sms' ? formats.sms : formats.others).test(key)

/** The key may still never have been issued. */
export const hasValidChecksum = (key: string): boolean =>
  checksum(key.slice(0, -checksumLength)) === key.slice(-checksumLength)
