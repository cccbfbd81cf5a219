import { expect, test } from 'vitest'
import { openRelaySeal } from './relay-seal.ts'

const seal = openRelaySeal('secret')

test('a seal is read by those who share the secret, and says which address it was made for', () => {
  for (const address of ['203.0.113.7', '2001:db8::1', '::ffff:127.0.0.1'])
    expect(openRelaySeal('secret').read(seal.state(address))).toBe(address)
})

test('a seal of another secret, for another address, or no seal at all says nothing', () => {
  const stated = seal.state('203.0.113.7')
  const forged = [
    openRelaySeal('other').state('203.0.113.7'),
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
