import { setTimeout as delay } from 'node:timers/promises'
import type { Context } from '../api/context.ts'
import { allowIdling, tryLockDemo } from '../identity/demo/store.ts'

const tryEveryMs = 200

/** One process at a time fills or removes the demo; another one waits, however long that takes. */
export const withDemoLock = <Result>(
  { database }: Pick<Context, 'database'>,
  work: () => Promise<Result>,
): Promise<Result> =>
  database.transaction(async (tx) => {
    await allowIdling(tx)
    while (!(await tryLockDemo(tx))) await delay(tryEveryMs)
    return work()
  })
