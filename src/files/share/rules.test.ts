import { describe, expect, test } from 'vitest'
import {
  changedSettings,
  parseEmails,
  parseExpiry,
  parseInstant,
  privateSettings,
  requirePassword,
  type ShareChange,
  type ShareSettings,
} from './rules.ts'

const refused = expect.objectContaining({ code: 'share_failed' })

const thrownBy = (work: () => unknown): unknown => {
  try {
    work()
  } catch (error) {
    return error
  }
  return undefined
}

describe('the addresses of a share', () => {
  test('are trimmed, lower-cased, and counted once', () => {
    expect(parseEmails(' Ann@Example.com,bea@example.com ,ann@example.COM,')).toEqual([
      'ann@example.com',
      'bea@example.com',
    ])
    expect(parseEmails('good@example.com\n')).toEqual(['good@example.com'])
    expect(parseEmails('')).toEqual([])
    expect(parseEmails('R&D@example.com, ann@BÜCHER.example, josé@example.com')).toEqual([
      'r&d@example.com',
      'ann@xn--bcher-kva.example',
      'josé@example.com',
    ])
  })

  test('are at most 100', () => {
    const list = (count: number) => Array.from({ length: count }, (_, at) => `p${at}@example.com`).join(',')
    expect(parseEmails(list(100))).toHaveLength(100)
    expect(parseEmails(`${list(100)},P0@example.com`)).toHaveLength(100)
    expect(thrownBy(() => parseEmails(list(101)))).toEqual(refused)
  })

  test.each([
    'nobody',
    'a@b',
    '@example.com',
    'a b@example.com',
    'a@example.com;b@example.com',
    'a@2130706433',
  ])('are refused when one is like %j', (entry) => {
    expect(thrownBy(() => parseEmails(`good@example.com,${entry}`))).toEqual(refused)
  })
})

describe('the password of a share', () => {
  test('has at least 8 characters, counted as code points', () => {
    for (const good of ['', '12345678', '🔑🔑🔑🔑🔑🔑🔑🔑', 'x'.repeat(1000)])
      expect(thrownBy(() => requirePassword(good))).toBeUndefined()
    for (const bad of ['1', '1234567', '🔑🔑🔑🔑🔑🔑🔑', 'x'.repeat(1001)])
      expect(thrownBy(() => requirePassword(bad))).toEqual(refused)
  })
})

describe('the expiry of a share', () => {
  test.each([
    ['2030-01-02T03:04:05Z', '2030-01-02T03:04:05.000Z'],
    ['2030-01-02T03:04:05.678Z', '2030-01-02T03:04:05.678Z'],
    ['2030-01-02T03:04:05+02:00', '2030-01-02T01:04:05.000Z'],
    ['2030-01-02T03:04:05-0230', '2030-01-02T05:34:05.000Z'],
    ['2030-01-02T03:04:05+02', '2030-01-02T01:04:05.000Z'],
    ['9999-12-31T23:59:59.999Z', '9999-12-31T23:59:59.999Z'],
    ['2030-01-02T03:04Z', '2030-01-02T03:04:00.000Z'],
    ['2030-01-02T03:04:05', '2030-01-02T03:04:05.000Z'],
    ['2030-01-02 03:04:05', '2030-01-02T03:04:05.000Z'],
    ['2030-01-02', '2030-01-02T00:00:00.000Z'],
    ['2028-02-29 00:00:00', '2028-02-29T00:00:00.000Z'],
  ])('reads %s', (text, expected) => {
    expect(parseInstant(text)?.toISOString()).toBe(expected)
  })

  test.each([
    'tomorrow',
    '2030',
    '2030-13-01',
    '2030-02-30 00:00:00',
    '2030-01-02 24:00:00',
    '2030-01-02T03:04:60Z',
    '02/01/2030',
    '1893456000',
    '2030-01-02T03:04:05Z and more',
    '2030-01-02T03:04:05+25:00',
    '2030-01-02T03:04:05+2',
    // The year 10000 of UTC, which answers could not write.
    '9999-12-31T23:59:59-01:00',
  ])('rejects %s', (text) => {
    expect(parseInstant(text)).toBeUndefined()
  })

  test('is cleared by an empty string and refused in the past', () => {
    const now = new Date('2026-03-04T05:06:07Z')
    expect(parseExpiry('', now)).toBeNull()
    expect(parseExpiry('2026-03-04 05:06:08', now)).toEqual(new Date('2026-03-04T05:06:08Z'))
    for (const text of ['2026-03-04 05:06:07', '1999-01-01', 'soon'])
      expect(thrownBy(() => parseExpiry(text, now))).toEqual(refused)
  })
})

describe('a change of a share', () => {
  const limited: ShareSettings = {
    status: 'limited',
    emails: ['ann@example.com'],
    passwordHash: 'hash',
    expiresAt: new Date('2030-01-01'),
  }
  const nothing = { emails: undefined, passwordHash: undefined, expiresAt: undefined }
  const change = (more: Partial<ShareChange> & Pick<ShareChange, 'status'>) => ({ ...nothing, ...more })

  test('keeps omitted settings', () => {
    expect(changedSettings(limited, change({ status: 'limited' }))).toEqual(limited)
    expect(changedSettings(limited, change({ status: 'public' }))).toEqual({
      ...limited,
      status: 'public',
      emails: [],
    })
  })

  test('to private clears everything, with any other settings', () => {
    expect(changedSettings(limited, change({ status: 'private', passwordHash: 'new' }))).toEqual(
      privateSettings,
    )
  })

  test('to limited needs an address', () => {
    expect(thrownBy(() => changedSettings(privateSettings, change({ status: 'limited' })))).toEqual(refused)
    expect(thrownBy(() => changedSettings(limited, change({ status: 'limited', emails: [] })))).toEqual(
      refused,
    )
  })

  test('clears password and expiry when they are empty', () => {
    expect(
      changedSettings(limited, change({ status: 'limited', passwordHash: null, expiresAt: null })),
    ).toEqual({ ...limited, passwordHash: null, expiresAt: null })
  })
})
