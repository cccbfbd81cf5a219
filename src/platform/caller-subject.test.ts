import { describe, expect, test } from 'vitest'
import { callerSubject } from './caller-subject.ts'

describe('a caller', () => {
  test('is an IPv4 address, however it is written', () => {
    expect(callerSubject('203.0.113.7')).toBe('from:203.0.113.7')
    expect(callerSubject('::ffff:203.0.113.7')).toBe('from:203.0.113.7')
  })

  test('is a /64 of IPv6', () => {
    expect(callerSubject('2001:db8:1:2:3:4:5:6')).toBe(callerSubject('2001:db8:1:2::1'))
    expect(callerSubject('2001:db8:1:3::1')).not.toBe(callerSubject('2001:db8:1:2::1'))
    expect(callerSubject('fe80::1%eth0')).toBe('from:fe80::')
  })
})
