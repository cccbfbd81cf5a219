import { describe, expect, test } from 'vitest'
import { colorSchemeCookie, colorSchemeOf } from './color-scheme.ts'

describe('the color scheme', () => {
  test.each(['light', 'dark'] as const)('%s is read from the cookie that holds it', (scheme) => {
    const cookie = colorSchemeCookie(scheme)
    expect(cookie).toBe(`bureau_scheme=${scheme}; Path=/; Max-Age=31536000; SameSite=Lax`)
    expect(colorSchemeOf(`a=b; ${cookie}`)).toBe(scheme)
  })

  test('of the system needs no cookie', () => {
    expect(colorSchemeCookie(undefined)).toContain('Max-Age=0;')
    expect(colorSchemeOf(undefined)).toBeUndefined()
  })
})
