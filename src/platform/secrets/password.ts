import { hash, parseOptions, verify } from '@node-rs/argon2'
import { Semaphore, SemaphoreFull } from '../semaphore.ts'

/** Hashes passwords with argon2id. Few at once, because each takes memory and a processor for tens of milliseconds. */
export interface Passwords {
  /** A PHC string with salt and parameters. Throws `PasswordsBusy` when too many wait. */
  readonly hash: (password: string) => Promise<string>
  /**
   * Whether the password fits. Without a hash (no such user) it takes as long as with one and says no, so that the
   * time of an answer does not tell who exists. Throws `PasswordsBusy` when too many wait.
   */
  readonly verify: (hashed: string | undefined, password: string) => Promise<boolean>
  /** Whether the hash was made with weaker parameters than today's. */
  readonly outdated: (hashed: string) => boolean
}

/** Thrown when so many passwords wait to be hashed that another would wait for long. */
export class PasswordsBusy extends Error {
  override readonly name = 'PasswordsBusy'
}

/** The algorithm's default in the library is argon2id; the cost is OWASP's first recommendation, 19 MiB and two passes. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1, outputLen: 32 }

export interface PasswordLimits {
  readonly atOnce: number
  readonly waitingMax: number
}

/** Two at once leave half of libuv's four threads to files and name resolution. */
export function openPasswords(limits: PasswordLimits = { atOnce: 2, waitingMax: 200 }): Passwords {
  const semaphore = new Semaphore(limits.atOnce, limits)
  const run = <Result>(work: () => Promise<Result>): Promise<Result> =>
    semaphore.run(work).catch((error: unknown) => {
      if (!(error instanceof SemaphoreFull)) throw error
      throw new PasswordsBusy('Too many passwords are being checked at once.', { cause: error })
    })
  let nobodys: Promise<string> | undefined
  return {
    hash: (password) => run(() => hash(password, cost)),
    verify: (hashed, password) =>
      run(async () => {
        if (hashed !== undefined) return verify(hashed, password)
        nobodys ??= hash('the password of nobody', cost)
        await verify(await nobodys, password)
        return false
      }),
    outdated(hashed) {
      const { memoryCost, timeCost } = parseOptions(hashed)
      return memoryCost < cost.memoryCost || timeCost < cost.timeCost
    },
  }
}
