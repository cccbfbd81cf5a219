import type { Context } from '../../api/context.ts'
import type { Transaction } from '../../platform/database/database.ts'
import type { Vault } from '../../platform/secrets/vault.ts'
import { systemAccountId } from '../account/model.ts'
import { bodyOf, isReadable } from '../message/body.ts'
import type { Report, TakenMessage } from './model.ts'
import { reportProgress } from './report-progress.ts'
import {
  accountsInTurn,
  type ClaimingNumber,
  countOutstanding,
  holdNumber,
  noteTurn,
  takeMessages,
  type TakenRow,
  type WaitingMessage,
  waitingMessages,
} from './store.ts'

/** How many unreported messages a phone may have. */
export const outstandingMax = 3

/**
 * Hands up to `countMax` queued messages to a number, in one committed claim; from then on only that phone may send
 * them. Empty when the number is offline, full, already claiming, or has nothing to do.
 */
export async function claimMessages(
  context: Pick<Context, 'database' | 'clock' | 'vault'>,
  numberId: number,
  countMax = outstandingMax,
): Promise<TakenMessage[]> {
  return context.database.transaction(async (tx) => {
    const number = await holdNumber(tx, numberId)
    if (!number) return []
    // A separate statement, because it must see what an earlier claim committed just before we got the number.
    const room = outstandingMax - (await countOutstanding(tx, numberId))
    if (room <= 0) return []
    const now = context.clock.now()
    const taken = await claim(tx, number, Math.min(room, countMax), now)
    return withBodies(tx, context.vault, { taken, numberId, now })
  })
}

/** Why a code fails that was sealed with a key which is not here any more. It must not keep the phone busy forever. */
const unreadable = {
  code: 'unreadable',
  message: 'The text was sealed with a key that is not among those of BUREAU_SECRET_KEY.',
}

/** What was taken, as the phone is to send it. What cannot be read fails. */
async function withBodies(
  tx: Transaction,
  vault: Vault,
  {
    taken,
    numberId,
    now,
  }: { readonly taken: readonly TakenRow[]; readonly numberId: number; readonly now: Date },
): Promise<TakenMessage[]> {
  const { yes = [], no = [] } = Object.groupBy(taken, (row) => (isReadable(row, vault) ? 'yes' : 'no'))
  const failures = no.map(({ id }): Report => ({
    messageId: id,
    numberId,
    status: 'failed',
    at: now,
    error: unreadable,
  }))
  if (failures.length > 0) await reportProgress(tx, failures)
  return yes.map((row) => ({ id: row.id, phone: row.phone, body: bodyOf(row, vault) }))
}

async function claim(
  tx: Transaction,
  number: ClaimingNumber,
  countMax: number,
  now: Date,
): Promise<TakenRow[]> {
  // A dedicated number sends for its account only, and nothing that a former account queued.
  const accounts =
    number.workspace_id === null
      ? [systemAccountId, ...(await accountsInTurn(tx, number)).filter(isCustomer)]
      : [number.workspace_id]
  const waiting = await waitingMessages(tx, number, accounts, { countMax, now })
  const ids = waiting.map(({ id }) => id)
  const taken = ids.length > 0 ? await takeMessages(tx, number.id, ids, now) : []
  const last = servedLast(number, accounts, waiting)
  if (last !== undefined) await noteTurn(tx, number.id, last, taken.length > 0 ? now : null)
  return taken
}

const isCustomer = (accountId: number): boolean => accountId !== systemAccountId

/** The account that the next claim continues after. The operator's own messages do not move the turn. */
function servedLast(
  number: ClaimingNumber,
  accounts: readonly number[],
  waiting: readonly WaitingMessage[],
): number | undefined {
  const last = waiting.findLast((message) => isCustomer(message.workspace_id))
  if (last) return last.workspace_id
  // When everything in reach is for other numbers, the next claim has to look further.
  return waiting.length > 0 ? number.served_workspace_id : accounts.findLast(isCustomer)
}
