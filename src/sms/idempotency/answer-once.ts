import type { Clock } from '../../platform/clock.ts'
import type { Transaction } from '../../platform/database/database.ts'
import { lockAccount } from '../account/store.ts'
import { findAnswers, keepAnswers } from './store.ts'

export interface RequestKey {
  readonly workspaceId: number
  readonly boundTo: number | null
  readonly key: string | undefined
}

/** docs/api/sms.md#idempotency. Locks the account, so that a repeat waits for the first request. */
export async function answerOnce<Answer>(
  tx: Transaction,
  clock: Clock,
  { workspaceId, boundTo, key }: RequestKey,
  work: () => Promise<Answer>,
): Promise<Answer> {
  if (key === undefined) return work()
  await lockAccount(tx, workspaceId)
  const now = clock.now()
  const [first] = await findAnswers(tx, workspaceId, [{ key, boundTo }], now)
  if (first !== undefined) return first as Answer
  const answer = await work()
  await keepAnswers(tx, workspaceId, [{ key, boundTo, answer }], now)
  return answer
}
