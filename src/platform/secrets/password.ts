import { parseOptions } from '@node-rs/argon2'
import type { FairLimiter } from '../concurrency/fair-limiter.ts'
import type { FlowKeys } from '../concurrency/flow-key.ts'
import { cost, hash, verify } from './argon2.ts'

/** Hashes passwords with argon2id. Few at once, because each takes memory and a processor for tens of milliseconds. */
export interface Passwords {
  /** A PHC string with salt and parameters. Throws `PermitRefused` when too many wait. */
  readonly hash: (flowKeys: FlowKeys, password: string) => Promise<string>
  /**
   * Whether the password fits. Without a hash (no such user) it takes as long as with one and says no, so that the
   * time of an answer does not tell who exists. Throws `PermitRefused` when too many wait.
   */
  readonly verify: (flowKeys: FlowKeys, hashed: string | undefined, password: string) => Promise<boolean>
  /** Whether the hash was made with weaker parameters than today's. */
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
