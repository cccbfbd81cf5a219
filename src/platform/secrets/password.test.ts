import { hash } from '@node-rs/argon2'
import { describe, expect, test } from 'vitest'
import { openPasswords, PasswordsBusy } from './password.ts'

describe('passwords', () => {
  test('fit their own hash and no other', async () => {
    const passwords = openPasswords()
    const hashed = await passwords.hash('correct horse')
    expect(hashed).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    expect(await passwords.verify(hashed, 'correct horse')).toBe(true)
    expect(await passwords.verify(hashed, 'correct hors')).toBe(false)
  })

  test('never fit without a hash, not even the stand-in', async () => {
    const passwords = openPasswords()
    expect(await passwords.verify(undefined, 'the password of nobody')).toBe(false)
  })

  test('are refused when too many wait, and the others are served', async () => {
    const passwords = openPasswords({ atOnce: 1, waitingMax: 2 })
    const results = await Promise.allSettled(Array.from({ length: 5 }, () => passwords.hash('p')))
    expect(results.map(({ status }) => status)).toEqual([
      'fulfilled',
      'fulfilled',
      'fulfilled',
      'rejected',
      'rejected',
    ])
    expect(results[4]).toMatchObject({ reason: expect.any(PasswordsBusy) })
    expect(await passwords.hash('p')).toContain('argon2id')
  })

  test('with weaker parameters are outdated', async () => {
    const passwords = openPasswords()
    expect(passwords.outdated(await hash('p', { memoryCost: 8192, timeCost: 2 }))).toBe(true)
    expect(passwords.outdated(await passwords.hash('p'))).toBe(false)
  })
})
