import type { Clock } from '../../platform/clock.ts'
import type { Transaction } from '../../platform/database/database.ts'
import { queueReply } from '../message/queue-messages.ts'
import { isAnswerable } from '../phone.ts'
import { failQueuedTo } from '../message/end-store.ts'
import { helpPauseMs, type Keyword, optedOut, replies } from '../optout/rules.ts'
import { noteHelp, optIn, optOut } from '../optout/store.ts'

export interface KeywordSender {
  readonly workspaceId: number
  readonly phone: string
  readonly numberId: number
}

/** Applies and answers a keyword. STOP also fails queued messages to the phone. Needs the lock of the account. */
export async function handleKeyword(
  tx: Transaction,
  clock: Clock,
  sender: KeywordSender,
  keyword: Keyword,
): Promise<void> {
  const answers = await applyKeyword(tx, sender, keyword, clock.now())
  if (answers && isAnswerable(sender.phone))
    await queueReply(tx, clock, { ...sender, body: replies[keyword] })
}

/** Whether it is answered: only when it changed something. */
async function applyKeyword(
  tx: Transaction,
  { workspaceId, phone }: KeywordSender,
  keyword: Keyword,
  at: Date,
): Promise<boolean> {
  if (keyword === 'start') return optIn(tx, workspaceId, phone)
  if (keyword === 'help')
    return noteHelp(tx, workspaceId, phone, { at, since: new Date(at.getTime() - helpPauseMs) })
  const changed = await optOut(tx, workspaceId, phone, at)
  await failQueuedTo(tx, workspaceId, phone, optedOut)
  return changed
}
