import type { Context } from '../../api/context.ts'
import type { Transaction } from '../../platform/database/database.ts'
import type { Vault } from '../../platform/secrets/vault.ts'
import { systemAccountId } from '../account/model.ts'
import { bodyOf, isReadable } from '../message/body.ts'
import type { CarrierName } from '../number/model.ts'
import { budgetsOf, hasBudget, roomAgainAt } from '../number/send-rate-rules.ts'
import { addParts, type HandedParts, pauseNumbers, recentParts } from '../number/send-rate-store.ts'
import {
  countOutstanding,
  type HeldNumber,
  holdNumber,
  holdNumbersOf,
  type AccountQueue,
  accountQueuesAfter,
  writeLastServed,
  oldestOf,
  takeMessages,
  takeRetries,
  type TakenRow,
  type LastServed,
} from './claim-store.ts'
import { type Report, type TakenMessage } from './model.ts'
import { poolLane, systemLane } from '../lanes.ts'
import { reportProgress } from './report-progress.ts'
import { tellMessages } from './tell-messages.ts'
import { assign, type FreeNumber, rotated } from './rules.ts'

type ClaimContext = Pick<Context, 'clock' | 'vault'>

/** A claim considers at least this many messages of each account, because some may be for a number that is full. */
const messagesOfAccountMin = 20

/** A claim keeps its numbers locked, so a longer queue takes several. */
const messagesMax = 1000

/** One committed claim. Empty when the number is offline, paused, full, already claiming, or has no messages. */
export const claimMessages = (
  context: ClaimContext & Pick<Context, 'database'>,
  numberId: number,
  countMax = messagesMax,
): Promise<TakenMessage[]> =>
  context.database.transaction(
    (tx) => claim(tx, context, { hold: (now) => holdNumber(tx, numberId, now), countMax }),
    { planned: 'once' },
  )

/** The claim is what `tx` commits: devices get messages only then, unless they are tables of this database. */
export const claimForCarrier = (
  tx: Transaction,
  context: ClaimContext,
  carrier: CarrierName,
): Promise<TakenMessage[]> =>
  claim(tx, context, { hold: (now) => holdNumbersOf(tx, carrier, now), countMax: messagesMax })

interface ClaimOptions {
  readonly hold: (now: Date) => Promise<HeldNumber[]>
  readonly countMax: number
}

async function claim(
  tx: Transaction,
  { clock, vault }: ClaimContext,
  { hold, countMax }: ClaimOptions,
): Promise<TakenMessage[]> {
  const now = clock.now()
  const held = await hold(now)
  if (held.length === 0) return []
  const served = numberServedLast(held)
  // Also for numbers that turn out to be full, which is cheaper than another round trip.
  const [free, customers] = await Promise.all([
    freeOf(tx, held, now),
    accountQueuesAfter(tx, lanesOf(held), served.servedWorkspaceId),
  ])
  if (free.length === 0) return []
  const again = await takeAgain(tx, free, now)
  const open = withTaken(free, again)
  const { fresh, lastServed } = await take(tx, open, {
    served,
    customers,
    countMax: countMax - again.length,
    now,
  })
  const taken = [...again, ...fresh]
  const [messages] = await Promise.all([
    withBodies(tx, vault, taken, now),
    lastServed && writeLastServed(tx, lastServed),
    noteSendRate(tx, free, taken, now),
  ])
  return messages
}

type FreeHeld = FreeNumber & HeldNumber

async function freeOf(tx: Transaction, held: readonly HeldNumber[], now: Date): Promise<FreeHeld[]> {
  // Separate statements, because they must see what an earlier claim committed just before we got the locks.
  const ids = held.map(({ id }) => id)
  const limited = held.filter(hasBudget).map(({ id }) => id)
  const [outstanding, parts] = await Promise.all([
    countOutstanding(tx, ids),
    limited.length > 0 ? recentParts(tx, limited, now) : [],
  ])
  const buckets = Map.groupBy(parts, ({ numberId }) => numberId)
  return held
    .map((number) => ({
      ...number,
      outstanding: outstanding.get(number.id) ?? 0,
      partsTaken: 0,
      budgets: budgetsOf(number, buckets.get(number.id) ?? [], now),
    }))
    .filter((number) => number.outstanding < number.outstandingMax)
}

async function takeAgain(tx: Transaction, free: readonly FreeHeld[], now: Date): Promise<TakenRow[]> {
  const trying = free.filter(({ hasRetries }) => hasRetries)
  if (trying.length === 0) return []
  const rooms = trying.map(({ id, outstanding, outstandingMax }) => ({
    id,
    room: outstandingMax - outstanding,
  }))
  return takeRetries(tx, rooms, now)
}

function withTaken(free: readonly FreeHeld[], taken: readonly TakenRow[]): readonly FreeHeld[] {
  if (taken.length === 0) return free
  return free.map((number) => {
    const own = taken.filter((row) => row.number_id === number.id)
    const parts = own.reduce((sum, { segments }) => sum + segments, 0)
    return { ...number, outstanding: number.outstanding + own.length, partsTaken: parts }
  })
}

interface ClaimScope {
  readonly served: HeldNumber
  readonly customers: readonly AccountQueue[]
  readonly countMax: number
  readonly now: Date
}

interface FreshMessages {
  readonly fresh: readonly TakenRow[]
  readonly lastServed?: LastServed
}

async function take(
  tx: Transaction,
  free: readonly FreeHeld[],
  { served, customers: all, countMax, now }: ClaimScope,
): Promise<FreshMessages> {
  const ids = free.map(({ id }) => id)
  const lanes = new Set(lanesOf(free))
  const customers = all.filter(({ lane }) => lanes.has(lane))
  const queues = lanes.has(poolLane)
    ? [{ lane: systemLane, workspaceId: systemAccountId }, ...customers]
    : customers
  if (queues.length === 0) return { fresh: [] }
  const room = free.reduce((sum, number) => sum + number.outstandingMax - number.outstanding, 0)
  const limit = Math.min(countMax, room)
  if (limit <= 0) return { fresh: [] }
  const fairShare = Math.ceil(limit / Math.max(1, customers.length))
  const waiting = await oldestOf(tx, queues, ids, {
    countMax: Math.max(messagesOfAccountMin, fairShare),
    now,
  })
  const assigned = assign(free, waiting, { served: served.servedWorkspaceId, countMax: limit })
  const fresh = assigned.length > 0 ? await takeMessages(tx, assigned, now) : []
  tellMessages(
    tx,
    fresh.map(({ id, workspace_id: workspaceId }) => ({ id, workspaceId })),
  )

  const last = assigned.findLast(({ message }) => isCustomer(message.workspaceId))?.message.workspaceId
  if (fresh.length > 0) {
    const numberIds = [...new Set(fresh.map((row) => row.number_id))]
    return { fresh, lastServed: { numberIds, workspaceId: last ?? served.servedWorkspaceId, takenAt: now } }
  }
  if (assigned.length > 0) return { fresh }
  // When everything in reach is for other numbers, the next claim has to look further.
  const accounts = new Set(customers.map(({ workspaceId }) => workspaceId))
  const reached = rotated(accounts, served.servedWorkspaceId).at(-1) ?? served.servedWorkspaceId
  if (reached === served.servedWorkspaceId) return { fresh }
  return { fresh, lastServed: { numberIds: [served.id], workspaceId: reached, takenAt: null } }
}

async function noteSendRate(
  tx: Transaction,
  free: readonly FreeHeld[],
  taken: readonly TakenRow[],
  now: Date,
): Promise<void> {
  const handed: HandedParts[] = []
  const pauses: Parameters<typeof pauseNumbers>[1][number][] = []
  for (const { id: numberId, budgets } of free) {
    const parts = taken.reduce((sum, row) => sum + (row.number_id === numberId ? row.segments : 0), 0)
    if (parts === 0) continue
    handed.push(...budgets.map(({ spanSeconds }) => ({ numberId, spanSeconds, parts })))
    const untils = budgets.flatMap((budget) => roomAgainAt(budget, parts, now)?.getTime() ?? [])
    if (untils.length > 0) pauses.push({ numberId, until: new Date(Math.max(...untils)), reason: 'budget' })
  }
  if (handed.length > 0) await addParts(tx, handed, now)
  if (pauses.length > 0) await pauseNumbers(tx, pauses)
}

function lanesOf(numbers: readonly HeldNumber[]): readonly number[] {
  const ids = numbers.map(({ id }) => id)
  return numbers.some(({ workspaceId }) => workspaceId === null) ? [poolLane, ...ids] : ids
}

const numberServedLast = (held: readonly HeldNumber[]): HeldNumber =>
  held.reduce((last, number) =>
    (number.servedAt?.getTime() ?? 0) > (last.servedAt?.getTime() ?? 0) ? number : last,
  )

const isCustomer = (accountId: number): boolean => accountId !== systemAccountId

/** A message whose key is gone fails, because it must not keep the phone busy forever. */
const unreadable = {
  code: 'unreadable',
  message: 'The text was encrypted with a key that is no longer in BUREAU_SECRET_KEY.',
}

async function withBodies(
  tx: Transaction,
  vault: Vault,
  taken: readonly TakenRow[],
  now: Date,
): Promise<TakenMessage[]> {
  const { yes = [], no = [] } = Object.groupBy(taken, (row) => (isReadable(row, vault) ? 'yes' : 'no'))
  const failures = no.map((row): Report => {
    const { id: messageId, number_id: numberId } = row
    return { messageId, numberId, status: 'failed', at: now, error: unreadable }
  })
  if (failures.length > 0) await reportProgress(tx, failures)
  return yes.map((row) => ({
    id: row.id,
    numberId: row.number_id,
    phone: row.phone,
    body: bodyOf(row, vault),
    attempt: row.attempt,
  }))
}
