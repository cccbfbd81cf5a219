import type { Context } from '../../api/context.ts'
import type { Database, Transaction } from '../../platform/database/database.ts'
import { sharedTransactions } from '../../platform/database/shared-transactions.ts'
import { lockAccount, standingOf } from '../account/store.ts'
import { findAnswers, type IdempotencyKey, keepAnswers } from '../idempotency/store.ts'
import { readSenders, type SenderRequest } from '../number/choose-sender.ts'
import { queueChannel } from '../lanes.ts'
import { answerSend, type QueuedSend, queueSends, type Send, type SendAnswer } from './queue-messages.ts'

interface SendRequest extends SenderRequest, Omit<Send, 'sender' | 'groupId'> {
  readonly context: Pick<Context, 'clock' | 'notifications'>
  readonly key: string | undefined
}

/** A refused send has written nothing, and the others in the transaction go on. */
type SendOutcome = { readonly answer: SendAnswer } | { readonly refusal: unknown }

interface Batch {
  readonly tx: Transaction
  readonly workspaceId: number
  readonly now: Date
  readonly outcomes: Map<SendRequest, SendOutcome>
}

const sendShared = sharedTransactions(
  async (tx: Transaction, workspaceId: number, requests: readonly [SendRequest, ...SendRequest[]]) => {
    // Read under the lock, so that created_at and the day of the allowance follow the order of ids.
    const now = requests[0].context.clock.now()
    const outcomes = new Map<SendRequest, SendOutcome>()
    const batch = { tx, workspaceId, now, outcomes }
    // A repeat of another send gets its answer in the next pass, or is tried itself when that was refused.
    for (let open = [...requests]; open.length > 0; open = open.filter((each) => !outcomes.has(each)))
      await answerOpen(batch, open)
    return requests.map((request) => outcomes.get(request))
  },
  lockAccount,
)

/** Sends that arrive during a commit of their account share the next, as each flushes under its lock: docs/decisions/0023. */
export async function sendTogether(
  database: Database,
  workspaceId: number,
  request: SendRequest,
): Promise<SendAnswer> {
  const outcome = await sendShared(database, workspaceId, request)
  if (!outcome) throw new Error('A send was neither answered nor refused.')
  if ('refusal' in outcome) throw outcome.refusal
  return outcome.answer
}

async function answerOpen(batch: Batch, open: readonly SendRequest[]): Promise<void> {
  await answerAgain(batch, open)
  const unanswered = open.filter((request) => !batch.outcomes.has(request))
  if (unanswered.length > 0) await answerNew(batch, withoutRepeats(unanswered))
}

const hasKey = <Request extends SendRequest>(request: Request): request is Request & IdempotencyKey =>
  request.key !== undefined

async function answerAgain(
  { tx, workspaceId, now, outcomes }: Batch,
  requests: readonly SendRequest[],
): Promise<void> {
  const keyed = requests.filter(hasKey)
  if (keyed.length === 0) return
  const answers = await findAnswers(tx, workspaceId, keyed, now)
  for (const [index, request] of keyed.entries()) {
    const answer = answers[index] as SendAnswer | undefined
    if (answer) outcomes.set(request, { answer })
  }
}

function withoutRepeats(requests: readonly SendRequest[]): readonly SendRequest[] {
  const keys = new Set<string>()
  return requests.filter((request) => {
    if (!hasKey(request)) return true
    const key = `${request.boundTo} ${request.key}`
    return !keys.has(key) && keys.add(key)
  })
}

async function answerNew(batch: Batch, requests: readonly SendRequest[]): Promise<void> {
  const { tx, workspaceId, now, outcomes } = batch
  const phones = requests.flatMap((request) => request.phones)
  const [chooseSender, standing] = await Promise.all([
    readSenders(tx, workspaceId, requests),
    standingOf(tx, workspaceId, now, phones),
  ])
  const chosen = requests.flatMap((request) => {
    try {
      return [{ request, send: { ...request, sender: chooseSender(request), groupId: null } }]
    } catch (refusal) {
      outcomes.set(request, { refusal })
      return []
    }
  })
  if (chosen.length === 0) return
  const queued = await queueSends(
    tx,
    now,
    workspaceId,
    standing,
    chosen.map(({ send }) => send),
  )
  const answered = queued.flatMap((each, index) => {
    const { request } = chosen[index] as (typeof chosen)[number]
    const outcome = outcomeOf(each)
    outcomes.set(request, outcome)
    return 'answer' in outcome ? [{ ...request, ...outcome }] : []
  })
  const keyed = answered.filter(hasKey)
  if (keyed.length > 0) await keepAnswers(tx, workspaceId, keyed, now)
  if (answered.length > 0) tx.afterCommit(() => requests[0]?.context.notifications.notify(queueChannel))
}

function outcomeOf(queued: QueuedSend): SendOutcome {
  try {
    return { answer: answerSend(queued) }
  } catch (refusal) {
    return { refusal }
  }
}
