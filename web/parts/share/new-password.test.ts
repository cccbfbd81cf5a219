import { expect, test } from 'vitest'
import { newPassword } from './new-password.ts'

test('a new password has four groups of four letters and digits that do not look alike', () => {
  const made = Array.from({ length: 100 }, newPassword)
  for (const password of made) expect(password).toMatch(/^(?:[a-hjkmnp-z2-9]{4}-){3}[a-hjkmnp-z2-9]{4}$/)
  expect(new Set(made).size).toBe(100)
})
