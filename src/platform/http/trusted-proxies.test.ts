import { describe, expect, test } from 'vitest'
import { trustedProxies, trustOf } from './trusted-proxies.ts'

const trust = (text: string) => trustOf(trustedProxies.read(text))

describe('BUREAU_TRUSTED_PROXIES', () => {
  test('as a number lets so many speak, and only over a connection of this machine or its own network', () => {
    const one = trust('1')
    for (const near of [
      '127.0.0.1',
      '::1',
      '::ffff:127.0.0.1',
      '10.1.2.3',
      '172.16.0.9',
      '192.168.1.1',
      'fd00::1',
    ])
      expect([near, one(near, 0)]).toEqual([near, true])
    for (const stranger of ['203.0.113.7', '172.32.0.1', '2001:db8::1', '::ffff:203.0.113.7', 'nonsense', ''])
      expect([stranger, one(stranger, 0)]).toEqual([stranger, false])
    expect(one('127.0.0.1', 1)).toBe(false)
    const two = trust('2')
    expect([two('10.0.0.1', 0), two('203.0.113.7', 1), two('10.0.0.1', 2)]).toEqual([true, true, false])
    expect(trust('0')('127.0.0.1', 0)).toBe(false)
  })

  test('lets nobody speak whose address is unknown', () => {
    for (const text of ['0', '1', '10.0.0.0/8', 'loopback, private'])
      expect([text, trust(text)(undefined, 0)]).toEqual([text, false])
  })

  test('as a list lets these addresses and ranges speak, wherever they stand in the chain', () => {
    const listed = trust('203.0.113.7, 198.51.100.0/24, 2001:db8::/32, loopback')
    for (const address of [
      '203.0.113.7',
      '::ffff:203.0.113.7',
      '198.51.100.200',
      '2001:db8::5',
      '127.0.0.9',
      '::1',
    ])
      expect([address, listed(address, 0), listed(address, 5)]).toEqual([address, true, true])
    for (const address of ['203.0.113.8', '10.0.0.1', '2001:db9::1', 'unknown', '203.0.113.7:80'])
      expect([address, listed(address, 0)]).toEqual([address, false])
    const near = trust('private')
    expect([near('192.168.9.9', 0), near('fe80::1%eth0', 0), near('127.0.0.1', 0)]).toEqual([
      true,
      true,
      false,
    ])
  })

  test.each(['11', '-1', 'one', '10.0.0.0/33', '10.0.0', 'loopback,,private', '1,10.0.0.1', 'example.com'])(
    '%s is refused',
    (text) => {
      expect(() => trustedProxies.read(text)).toThrow(/must be/)
    },
  )
})
