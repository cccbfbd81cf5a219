import { takeTry, type Tries } from '../../platform/limits/tries/store.ts'
import type { Context } from '../context.ts'
import { Problem } from '../problem.ts'

/** Counts a try at a secret before the secret is compared. Throws `too_many_tries` when it comes too early. */
export async function requireTry(
  { database, clock }: Pick<Context, 'database' | 'clock'>,
  tries: Tries,
): Promise<void> {
  const seconds = await takeTry(database, tries, clock.now())
  if (seconds === 0) return
  const headers = { 'Retry-After': String(seconds) }
  throw new Problem('too_many_tries', [429, `Too many tries. ${waitSentence(seconds)}`], { headers })
}

const waitSentence = (seconds: number): string =>
  seconds < 60
    ? `Wait ${seconds} ${seconds === 1 ? 'second' : 'seconds'}, then try again.`
    : `Wait ${Math.ceil(seconds / 60)} ${seconds <= 60 ? 'minute' : 'minutes'}, then try again.`
