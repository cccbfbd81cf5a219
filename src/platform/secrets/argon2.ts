import { availableParallelism } from 'node:os'
import { LowPriorityThreads } from '../concurrency/low-priority-threads.ts'
import { Semaphore } from '../concurrency/semaphore.ts'

/** The algorithm's default in the library is argon2id; the cost is OWASP's first recommendation, 19 MiB and two passes. */
export const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1, outputLen: 32 }

/** Without a hash, the password is hashed; with one they are compared. */
interface Argon2Question {
  readonly password: string
  readonly hashed?: string
}

export const argon2Threads = new LowPriorityThreads<Argon2Question, string | boolean>(
  new URL('argon2-thread.ts', import.meta.url),
)

/**
 * Whoever wakes on a processor that hashes waits some milliseconds for it, whatever the priorities, so half of the processors
 * do not hash. How many wait here is bounded by the turns at passwords.
 */
const hashing = new Semaphore(Math.max(1, Math.floor(availableParallelism() / 2)))

const ask = (question: Argon2Question) => hashing.run(() => argon2Threads.ask(question))

/** A PHC string with salt and parameters. */
export const hash = async (password: string): Promise<string> => String(await ask({ password }))

export const verify = async (hashed: string, password: string): Promise<boolean> =>
  (await ask({ password, hashed })) === true
