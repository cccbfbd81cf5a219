import { describe, expect, test } from 'vitest'
import { systemRandom } from '../../platform/random.ts'
import { digestOf, hasKeyFormat, hasValidChecksum, newKey } from './format.ts'

describe('API keys', () => {
  test('are a prefix, 32 base62 characters and 6 of checksum', () => {
    expect(newKey('sms', 'live', systemRandom).key).toMatch(/^bs_live_[0-9A-Za-z]{38}$/)
    expect(newKey('files', 'live', systemRandom).key).toMatch(/^bf_live_[0-9A-Za-z]{38}$/)
    expect(newKey('iam', 'test', systemRandom).key).toMatch(/^bf_test_[0-9A-Za-z]{38}$/)
  })

  test('keep only a beginning in clear and a digest', () => {
    const { key, prefix, digest } = newKey('files', 'live', systemRandom)
    expect(key.startsWith(prefix)).toBe(true)
    expect(key.length - prefix.length).toBeGreaterThan(30)
    expect(digest).toEqual(digestOf(key))
    expect(digest).toHaveLength(32)
  })

  test('have a checksum that any change of one character breaks', () => {
    const { key } = newKey('files', 'live', systemRandom)
    expect(hasValidChecksum(key)).toBe(true)
    for (let at = 0; at < key.length; at++) {
      const changed = key.slice(0, at) + (key[at] === 'a' ? 'b' : 'a') + key.slice(at + 1)
      expect(hasValidChecksum(changed), `character ${at}`).toBe(false)
    }
  })

  test('of one API do not look like those of another', () => {
    const { key } = newKey('sms', 'live', systemRandom)
    expect(hasKeyFormat('sms', key)).toBe(true)
    expect(hasKeyFormat('files', key)).toBe(false)
    for (const odd of ['', 'bf_live_', key.slice(0, -1), `${key}x`, `${key}\n`, key.toUpperCase()]) {
      expect(hasKeyFormat('sms', odd), odd).toBe(false)
    }
  })
})
