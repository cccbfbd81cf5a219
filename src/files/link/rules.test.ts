import { describe, expect, test } from 'vitest'
import { askedOf, isOpen } from './rules.ts'
import { privateSettings, type ShareSettings } from '../share/rules.ts'

const start = new Date('2026-03-04T05:06:07Z')
const after = (seconds: number, from = start) => new Date(from.getTime() + seconds * 1000)

describe('a link', () => {
  const open: ShareSettings = { ...privateSettings, status: 'public' }

  test('is closed when it is private, and from the instant of its expiry on', () => {
    expect(isOpen(privateSettings, start)).toBe(false)
    expect(isOpen(open, start)).toBe(true)
    expect(isOpen({ ...open, expiresAt: after(1) }, start)).toBe(true)
    expect(isOpen({ ...open, expiresAt: start }, start)).toBe(false)
  })

  test('asks for the password first, then for a listed address', () => {
    const limited: ShareSettings = {
      status: 'limited',
      emails: ['ann@example.com'],
      passwordHash: 'hash',
      expiresAt: null,
    }
    expect(askedOf(open, { password: false, email: null })).toBe('nothing')
    expect(askedOf(limited, { password: false, email: 'ann@example.com' })).toBe('password')
    expect(askedOf(limited, { password: true, email: null })).toBe('address')
    expect(askedOf(limited, { password: true, email: 'eve@example.com' })).toBe('address')
    expect(askedOf(limited, { password: true, email: 'ann@example.com' })).toBe('nothing')
  })
})
