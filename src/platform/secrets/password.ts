import { parseOptions } from '@node-rs/argon2'
import type { FairLimiter } from '../concurrency/fair-limiter.ts'
import type { FlowKeys } from '../concurrency/flow-key.ts'
import { cost, hash, verify } from './argon2.ts'

/** argon2id with few at once, because each takes memory and CPU for tens of milliseconds. */
export interface Passwords {
  /** A PHC string. Throws `PermitRefused`. */
  readonly hash: (flowKeys: FlowKeys, password: string) => Promise<string>
  /** Without a hash (unknown user) false after the same time, so that timing reveals no accounts. Throws `PermitRefused`. */
  readonly verify: (flowKeys: FlowKeys, hashed: string | undefined, password: string) => Promise<boolean>
  readonly outdated: (hashed: string) => boolean
}

export function openPasswords(limiters: FairLimiter): Passwords {
  let nobodys: Promise<string> | undefined
  return {
    hash: (flowKeys, password) => limiters.run(flowKeys, () => hash(password)),
    verify: (flowKeys, hashed, password) =>
      limiters.run(flowKeys, async () => {
        if (hashed !== undefined) return verify(hashed, password)
        nobodys ??= hash('the password of nobody')
        await verify(await nobodys, password)
        return false
      }),
    outdated(hashed) {
      const { memoryCost, timeCost } = parseOptions(hashed)
      return memoryCost < cost.memoryCost || timeCost < cost.timeCost
    },
  }
}
