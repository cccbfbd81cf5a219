import { readdirSync } from 'node:fs'
import { constants, getPriority } from 'node:os'
import { hash } from '@node-rs/argon2'
import { describe, expect, test } from 'vitest'
import { FairLimiter, PermitRefused } from '../concurrency/fair-limiter.ts'
import { workspaceFlow } from '../../api/limiters.ts'
import { openPasswords as open } from './password.ts'

const limits = { runningMax: 2, waitingMax: 200, waitMsMax: 60_000 }
const openPasswords = (of = limits) => open(new FairLimiter('passwords', of))
const anybody = workspaceFlow(1)

describe('passwords', () => {
  test('fit their own hash and no other', async () => {
    const passwords = openPasswords()
    const hashed = await passwords.hash(anybody, 'correct horse')
    expect(hashed).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    expect(await passwords.verify(anybody, hashed, 'correct horse')).toBe(true)
    expect(await passwords.verify(anybody, hashed, 'correct hors')).toBe(false)
  })

  test('never fit without a hash, not even the stand-in', async () => {
    const passwords = openPasswords()
    expect(await passwords.verify(anybody, undefined, 'the password of nobody')).toBe(false)
  })

  test('are refused when too many wait, and the others are served', async () => {
    const passwords = openPasswords({ ...limits, runningMax: 1, waitingMax: 2 })
    const results = await Promise.allSettled(Array.from({ length: 5 }, () => passwords.hash(anybody, 'p')))
    expect(results.map(({ status }) => status)).toEqual([
      'fulfilled',
      'fulfilled',
      'fulfilled',
      'rejected',
      'rejected',
    ])
    expect(results[4]).toMatchObject({ reason: expect.any(PermitRefused) })
    expect(await passwords.hash(anybody, 'p')).toContain('argon2id')
  })

  test('with weaker parameters are outdated', async () => {
    const passwords = openPasswords()
    expect(passwords.outdated(await hash('p', { memoryCost: 8192, timeCost: 2 }))).toBe(true)
    expect(passwords.outdated(await passwords.hash(anybody, 'p'))).toBe(false)
  })
})

test.runIf(process.platform === 'linux')(
  'passwords are hashed at a low priority, beside others',
  async () => {
    const atLowPriority = () =>
      readdirSync('/proc/self/task').some((name) => {
        try {
          return getPriority(Number(name)) === constants.priority.PRIORITY_BELOW_NORMAL
        } catch {
          // A thread that has just ended.
          return false
        }
      })
    await openPasswords().hash(anybody, 'correct horse')
    expect(atLowPriority()).toBe(true)
    expect(getPriority(process.pid)).toBeLessThan(constants.priority.PRIORITY_BELOW_NORMAL)
  },
)
