import { describe, expect, test } from 'vitest'
import { isPublicAddress } from './address.ts'
import verdicts from './corpus/verdicts.json' with { type: 'json' }

/** First and last of each range, with the neighbours that are public again. */
const closed: Readonly<Record<string, readonly string[]>> = {
  'this network': ['0.0.0.0', '0.255.255.255'],
  private: ['10.0.0.0', '10.255.255.255', '172.16.0.0', '172.31.255.255', '192.168.0.0', '192.168.255.255'],
  'a carrier’s translation': ['100.64.0.0', '100.127.255.255'],
  loopback: ['127.0.0.1', '127.255.255.255', '::1'],
  unspecified: ['::'],
  'link-local': ['169.254.0.0', '169.254.169.254', '169.254.255.255', 'fe80::1', 'febf:ffff::1'],
  'protocol assignments': ['192.0.0.0', '192.0.0.255', '2001::1', '2001:1ff:ffff::1'],
  documentation: ['192.0.2.1', '198.51.100.255', '203.0.113.0', '2001:db8::1', '3fff::1', '3fff:fff:ffff::1'],
  relays: ['192.88.99.1', '192.52.193.1', '192.31.196.1', '192.175.48.1', '2620:4f:8000::1'],
  benchmarks: ['198.18.0.0', '198.19.255.255', '2001:2::1'],
  multicast: ['224.0.0.1', '239.255.255.255', 'ff02::1', 'ff0e::1'],
  reserved: ['240.0.0.1', '255.255.255.255'],
  'Azure’s platform': ['168.63.129.16'],
  'unique local': ['fc00::1', 'fdff:ffff::1', 'fd00:ec2::254'],
  'site-local, given up': ['fec0::1'],
  'discard only': ['100::1', '100:0:0:1::1'],
  'segment routing': ['5f00::1'],
  'mapped IPv4': ['::ffff:127.0.0.1', '::ffff:7f00:1', '::ffff:169.254.169.254', '::ffff:10.0.0.1'],
  'compatible IPv4': ['::127.0.0.1', '::7f00:1', '::8.8.8.8'],
  'translated IPv4': ['64:ff9b::127.0.0.1', '64:ff9b::a9fe:a9fe', '64:ff9b:1::8.8.8.8', '::ffff:0:8.8.8.8'],
  '6to4': ['2002:7f00:1::1', '2002:808:808::1'],
  Teredo: ['2001:0:4136:e378:8000:63bf:3fff:fdd2'],
  ISATAP: ['::5efe:7f00:1', 'fe80::5efe:10.0.0.1'],
}

const open = [
  '1.0.0.0 9.255.255.255 11.0.0.0 100.63.255.255 100.128.0.0 126.255.255.255 128.0.0.0 169.253.255.255 169.255.0.0',
  '172.15.255.255 172.32.0.0 192.0.1.0 192.0.3.0 192.167.255.255 192.169.0.0 198.17.255.255 198.20.0.0',
  '168.63.129.15 223.255.255.255',
  '2600::1 2001:200::1 2001:4860:4860::8888 2003::1 2a00:1450:4001:81b::200e 3ffe:ffff::1',
  '::ffff:8.8.8.8 ::ffff:808:808 64:ff9b::8.8.8.8 64:ff9b::808:808',
].flatMap((line) => line.split(' '))

describe('isPublicAddress', () => {
  test.each(Object.entries(closed))('refuses what is %s', (_, addresses) => {
    expect(addresses.filter(isPublicAddress)).toEqual([])
  })

  test('takes what lies beside, and public IPv4 in the clothes of IPv6', () => {
    expect(open.filter((address) => !isPublicAddress(address))).toEqual([])
  })

  test.each([
    '',
    'localhost',
    '2130706433',
    '0x7f.1',
    '127.1',
    '8.8.8.8:80',
    '[2600::1]',
    '2600::1%eth0',
    '8.8.8.8/32',
  ])('refuses %j, which is not a plain address', (text) => expect(isPublicAddress(text)).toBe(false))

  test.each(Object.entries(verdicts))(
    'judges what other filters test as they do: %s',
    (_, { refused, taken }) => {
      const addresses: readonly string[] = [...refused, ...taken]
      expect(addresses.filter(isPublicAddress)).toEqual(taken)
    },
  )
})
