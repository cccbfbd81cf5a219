import type { Transaction } from '../../platform/database/database.ts'
import { takeAttempt, throttleWait, type ThrottledTarget } from '../../platform/limits/throttle/store.ts'
import type { FlowKeys } from '../../platform/concurrency/flow-key.ts'
import type { Context } from '../context.ts'
import { Problem, retryAfter } from '../problem.ts'
import { counted } from '../../platform/counted.ts'

/** Counts before the secret is compared; `work` runs in that transaction. Throws `too_many_tries` and `PermitRefused`. */
export async function requireAttempt(
  { database, clock, limiters }: Pick<Context, 'database' | 'clock' | 'limiters'>,
  flowKeys: FlowKeys,
  targets: readonly ThrottledTarget[],
  work?: (tx: Transaction) => Promise<void>,
): Promise<void> {
  const wait = () => throttleWait(database, targets, clock.now())
  const take = () => takeAttempt(database, targets, clock.now(), work)
  // Asked again with the permit: concurrent tries may have been counted meanwhile.
  const seconds = (await wait()) || (await limiters.tries.run(flowKeys, async () => (await wait()) || take()))
  if (seconds === 0) return
  throw new Problem('too_many_tries', [429, `Too many tries. ${waitSentence(seconds)}`], retryAfter(seconds))
}

const waitSentence = (seconds: number): string =>
  seconds < 60
    ? `Wait ${counted(seconds, 'second')}, then try again.`
    : `Wait ${counted(Math.ceil(seconds / 60), 'minute')}, then try again.`
