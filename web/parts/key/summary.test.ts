import { describe, expect, test } from 'vitest'
import { newDraft, withService, type Draft } from './draft.ts'
import { summaryOf } from './summary.ts'

const now = new Date('2026-04-04T12:00:00')
const say = (change: Partial<Draft>, phone?: string) => summaryOf({ ...newDraft(), ...change }, now, phone)

describe('the summary of a key', () => {
  test('says what it may do, how fast, and how long', () => {
    expect(say({})).toBe(
      'May do everything, 120 requests a minute, about 125 MB/s in chunks, until you revoke it.',
    )
    expect(say({ preset: 'upload', scopes: ['files:write'], perMinute: '60', expiry: '30' })).toBe(
      'May upload to one folder, 60 requests a minute, about 5 MB/s in chunks, until May 4.',
    )
  })

  test('names the folder, the number, the addresses, and the domains', () => {
    expect(
      say({
        preset: 'custom',
        scopes: ['files:read', 'files:delete'],
        folder: { id: 'a', name: 'Letters' },
        perMinute: '1',
        perDay: '1000',
        ips: '::1\n203.0.113.0/24',
        domains: 'example.com',
      }),
    ).toBe(
      'May read and delete in one folder, 1 request a minute, 1,000 a day, from 2 addresses or ranges, on 1 domain, until you revoke it.',
    )
    const sms = withService(newDraft(), 'sms')
    expect(summaryOf(sms, now, '(202) 555-0100')).toBe(
      'May send texts from (202) 555-0100 only, 30 requests a minute, until you revoke it.',
    )
  })

  test('asks for scopes when there are none', () => {
    expect(say({ scopes: [] })).toBe('May do nothing yet. Choose scopes.')
  })
})
