import { availableParallelism } from 'node:os'
import { LowPriorityThreads } from '../concurrency/low-priority-threads.ts'
import { Semaphore } from '../concurrency/semaphore.ts'

/** argon2id (the default) with OWASP's first recommendation: 19 MiB, two passes. */
export const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1, outputLen: 32 }

interface Argon2Question {
  readonly password: string
  readonly hashed?: string
}

export const argon2Threads = new LowPriorityThreads<Argon2Question, string | boolean>(
  new URL('argon2-thread.ts', import.meta.url),
)

/** Half of the processors, because a thread that wakes on a hashing one waits milliseconds. Permits of callers bound the queue. */
const hashing = new Semaphore(Math.max(1, Math.floor(availableParallelism() / 2)))

const ask = (question: Argon2Question) => hashing.run(() => argon2Threads.ask(question))

export const hash = async (password: string): Promise<string> => String(await ask({ password }))

export const verify = async (hashed: string, password: string): Promise<boolean> =>
  (await ask({ password, hashed })) === true
