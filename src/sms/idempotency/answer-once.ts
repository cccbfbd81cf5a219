import type { Transaction } from '../../platform/database/database.ts'
import { keepAnswer, type KeyHolder, takeKey } from './store.ts'

/** The idempotency key of a request, and whose it is. */
export interface RequestKey {
  readonly holder: KeyHolder
  /** Undefined: the request has none. */
  readonly key: string | undefined
  readonly now: Date
}

/** Does the work, or returns the answer that was given under the key before: docs/api/sms.md#idempotency. */
export async function answerOnce<Answer>(
  tx: Transaction,
  { holder, key, now }: RequestKey,
  work: () => Promise<Answer>,
): Promise<Answer> {
  if (key === undefined) return work()
  const first = await takeKey(tx, holder, key, now)
  if (first !== undefined) return first as Answer
  const answer = await work()
  await keepAnswer(tx, holder, key, answer)
  return answer
}
