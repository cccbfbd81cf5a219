import { LowPriorityThreads } from '../low-priority-threads.ts'

/** The algorithm's default in the library is argon2id; the cost is OWASP's first recommendation, 19 MiB and two passes. */
export const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1, outputLen: 32 }

/** Without a hash, the password is hashed; with one they are compared. */
export interface Argon2Question {
  readonly password: string
  readonly hashed?: string
}

const threads = new LowPriorityThreads<Argon2Question, string | boolean>(
  new URL('argon2-thread.ts', import.meta.url),
)

/** A PHC string with salt and parameters. */
export const hash = async (password: string): Promise<string> => String(await threads.ask({ password }))

export const verify = async (hashed: string, password: string): Promise<boolean> =>
  (await threads.ask({ password, hashed })) === true
