import { describe, expect, test } from 'vitest'
import { openVault, parseSecretKeys, SecretUnreadable } from './vault.ts'

const first = Buffer.alloc(32, 1)
const second = Buffer.alloc(32, 2)

describe('openVault', () => {
  test('opens what it sealed, empty and not ASCII included', () => {
    const vault = openVault([first])
    for (const text of ['', 'secret', 'Grüße 👋']) expect(vault.open(vault.seal(text, 'a'), 'a')).toBe(text)
  })

  test('seals the same text differently each time and does not show it', () => {
    const vault = openVault([first])
    const sealed = vault.seal('secret', 'a')
    expect(sealed.equals(vault.seal('secret', 'a'))).toBe(false)
    expect(sealed.includes('secret')).toBe(false)
  })

  test('refuses another purpose', () => {
    const vault = openVault([first])
    expect(() => vault.open(vault.seal('secret', 'webhook:1'), 'webhook:2')).toThrow(SecretUnreadable)
  })

  test('refuses a change of any byte, and any shortening', () => {
    const vault = openVault([first])
    const sealed = vault.seal('secret', 'a')
    for (let index = 0; index < sealed.length; index += 1) {
      const changed = Buffer.from(sealed)
      changed.writeUInt8(sealed.readUInt8(index) ^ 1, index)
      expect(() => vault.open(changed, 'a'), `byte ${index}`).toThrow(SecretUnreadable)
      expect(() => vault.open(sealed.subarray(0, index), 'a'), `${index} bytes`).toThrow(SecretUnreadable)
    }
  })

  test('opens with every key after a rotation and seals with the first', () => {
    const old = openVault([first]).seal('secret', 'a')
    const rotated = openVault([second, first])
    expect(rotated.open(old, 'a')).toBe('secret')
    expect(rotated.current(old)).toBe(false)
    const sealed = rotated.seal('secret', 'a')
    expect(rotated.current(sealed)).toBe(true)
    expect(openVault([second]).open(sealed, 'a')).toBe('secret')
    expect(() => openVault([first]).open(sealed, 'a')).toThrow('not among the keys')
  })

  test('does not open without a key of 32 bytes', () => {
    expect(() => openVault([])).toThrow(RangeError)
    expect(() => openVault([Buffer.alloc(16)])).toThrow(RangeError)
  })
})

describe('parseSecretKeys', () => {
  test('reads a list in either base64 alphabet', () => {
    const key = Buffer.alloc(32, 0xfb)
    expect(parseSecretKeys(`${key.toString('base64')}, ${key.toString('base64url')}`)).toEqual([key, key])
  })

  test('refuses anything that is not 32 bytes', () => {
    for (const text of [
      '',
      'abc',
      Buffer.alloc(31).toString('base64'),
      Buffer.alloc(33).toString('base64'),
      `${first.toString('base64')},`,
    ])
      expect(parseSecretKeys(text), text).toBeUndefined()
  })
})
