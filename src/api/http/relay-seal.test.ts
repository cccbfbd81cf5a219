import { expect, test } from 'vitest'
import { openVault } from '../../platform/secrets/vault.ts'
import { openRelaySeal } from './relay-seal.ts'

const first = Buffer.alloc(32, 1)
const second = Buffer.alloc(32, 2)
const sealWith = (...keys: readonly Buffer[]) => openRelaySeal(openVault(keys))
const seal = sealWith(first)

test('a seal is read by those who share the keys, and says which address it was made for', () => {
  for (const address of ['203.0.113.7', '2001:db8::1', '::ffff:127.0.0.1'])
    expect(sealWith(first).read(seal.state(address))).toBe(address)
})

test('a seal of another key, for another address, or no seal at all says nothing', () => {
  const stated = seal.state('203.0.113.7')
  const forged = [
    sealWith(second).state('203.0.113.7'),
    stated.replace('203.0.113.7', '203.0.113.8'),
    stated.slice(0, -1),
    `${stated} 203.0.113.8`.replace(/^\S+ /, ''),
    '203.0.113.7',
    '203.0.113.7 ',
    '',
    undefined,
    [stated],
  ]
  for (const header of forged) expect(seal.read(header), String(header)).toBeUndefined()
})

test('a seal is read while the key is being rotated, whichever of the two processes has the new one first', () => {
  const stated = sealWith(second, first).state('203.0.113.7')
  expect(sealWith(first, second).read(stated)).toBe('203.0.113.7')
  expect(sealWith(second, first).read(seal.state('203.0.113.7'))).toBe('203.0.113.7')
})
