import { describe, expect, test } from 'vitest'
import { bodyOf, draftLike, newDraft, presetFor, withService, type Key } from './draft.ts'

const now = new Date('2026-04-04T12:00:00.000Z')

const key: Key = {
  id: 5,
  name: 'Printer',
  prefix: 'bf_test_abcd',
  service: 'files',
  environment: 'test',
  creator: { id: 1, name: 'Ann Lee', email: 'ann@example.com', role: 'owner' },
  scopes: ['files:write'],
  limits: { per_minute: 60, per_day: 50_000 },
  folder: { id: 'abcdefgh', name: 'Letters' },
  number: null,
  ips: ['203.0.113.0/24', '::1'],
  domains: [],
  state: 'active',
  created_at: '2026-01-01T00:00:00.000Z',
  expires_at: '2026-01-31T00:00:00.000Z',
  revoked_at: null,
  last_used_at: null,
  requests_24h: 0,
}

describe('the form of a key', () => {
  test('sends what is filled in, and leaves out the rest', () => {
    expect(bodyOf({ ...newDraft(), name: 'Printer' }, now)).toEqual({
      service: 'files',
      name: 'Printer',
      scopes: ['*'],
      environment: 'live',
      ips: [],
      domains: [],
    })
    const sms = { ...withService(newDraft(), 'sms'), perMinute: '1,000', numberId: 3, expiry: '30' } as const
    expect(bodyOf(sms, now)).toEqual({
      service: 'sms',
      name: '',
      scopes: ['messages:send'],
      environment: 'live',
      per_minute: 1000,
      number_id: 3,
      expires_at: '2026-05-04T12:00:00.000Z',
    })
  })

  test('of a key like another one has its rights, limits, and time to expiry', () => {
    const draft = draftLike(key)
    expect(draft).toMatchObject({ preset: 'upload', perMinute: '60', perDay: '', expiry: '30' })
    expect(bodyOf(draft, now)).toEqual({
      service: 'files',
      name: 'Printer',
      scopes: ['files:write'],
      environment: 'test',
      per_minute: 60,
      folder_id: 'abcdefgh',
      ips: ['203.0.113.0/24', '::1'],
      domains: [],
      expires_at: '2026-05-04T12:00:00.000Z',
    })
    expect(draftLike({ ...key, folder: { id: 'abcdefgh', name: null } }).folder).toBeUndefined()
  })

  test('knows a preset by its scopes', () => {
    expect(presetFor('sms', ['messages:read', 'numbers:read', 'messages:send'], false)).toBe('sendAndRead')
    expect(presetFor('files', ['files:write'], false)).toBe('custom')
  })
})
