import type { Context } from '../../api/context.ts'
import { IdentityRefusal } from '../../identity/refusal.ts'
import { holdWorkspace } from '../../identity/workspace/store.ts'
import type { Transaction } from '../../platform/database/database.ts'
import type { CutOffContext } from '../carrier/carrier.ts'
import { findCarrier } from '../carriers.ts'
import { queueChannel } from '../lanes.ts'
import { failQueuedOn } from '../message/end-store.ts'
import { noteMoved } from '../number/change-store.ts'
import type { NumberRow } from '../number/model.ts'
import { type OperatorNumber, requireNumber, toOperatorNumber } from '../number/operator-numbers.ts'
import type { SendRateChange } from '../number/send-rate.ts'
import { lockNumber, setLabel, setOnline, setRemoved, setWorkspace, writeSendRate } from '../number/store.ts'
import { SmsRefusal } from '../refusal.ts'
import { checkedLabel } from './add-number.ts'
import { lockPool } from './pool-store.ts'
import {
  type Assignment,
  isSimulated,
  makeRoomFor,
  numberTaken,
  refuseMixing,
  type Replaced,
  workspaceOf,
} from './pool.ts'

export interface NumberChange {
  /** A device that connects does not put a number online that the operator took offline. */
  readonly online?: boolean | undefined
  /** Fails what other accounts have queued for the number. A number that moves loses its phone. */
  readonly assignment?: Assignment | undefined
  readonly label?: string | undefined
  readonly sendRate?: SendRateChange | undefined
}

/** `failed` counts queued messages of accounts that lost the number. */
type ChangedNumber = OperatorNumber &
  Replaced & { readonly failed?: number; readonly phone_disconnected?: boolean }

/** What is omitted stays. Throws `SmsRefusal` and `workspace_not_found`. */
export async function changeNumber(
  tx: Transaction,
  context: CutOffContext,
  id: number,
  { online, assignment, label, sendRate }: NumberChange,
): Promise<ChangedNumber> {
  let row = await requireNumber(tx, id)
  const { carrier } = row
  const replaced = assignment && (await makeRoomFor(tx, isSimulated(carrier), assignment))
  if (online !== undefined) await findCarrier(carrier)?.switchOnline(tx, id, online)
  const before = assignment && (await held(tx, id)).workspace_id
  const workspaceId = assignment && workspaceOf(assignment)
  if (workspaceId && !(await holdWorkspace(tx, workspaceId)))
    throw new IdentityRefusal('workspace_not_found', { workspaceId })
  if (label !== undefined) row = found(await setLabel(tx, id, checkedLabel(label)), id)
  if (online !== undefined) row = found(await setOnline(tx, id, online, tx.now()), id)
  if (sendRate) row = found(await writeSendRate(tx, id, sendRate, tx.now()), id)
  if (assignment) {
    row = found(await setWorkspace(tx, id, workspaceOf(assignment)).catch(refuseMixing), id)
  }
  const moved = assignment && row.workspace_id !== before
  const disconnected = moved && (await cutOffDevice(tx, context, row))
  if (moved) {
    row = await requireNumber(tx, id)
    await noteMoved(tx, id, tx.now(), row.online)
  }
  const lost = assignment && row.workspace_id !== null
  const failed = lost ? await failQueuedOn(tx, id, row.workspace_id, numberTaken) : 0
  tx.afterCommit(() => context.notifications.notify(queueChannel))
  return {
    ...toOperatorNumber(row, tx.now()),
    ...replaced,
    ...(assignment && { failed }),
    ...(disconnected && { phone_disconnected: true }),
  }
}

/** The workspace that had the number may have kept its token. False: no device was connected. */
export const cutOffDevice = async (
  tx: Transaction,
  context: CutOffContext,
  { id, carrier }: Pick<NumberRow, 'id' | 'carrier'>,
): Promise<boolean> => (await findCarrier(carrier)?.cutOff?.(tx, context, id)) ?? false

/** Fails what is queued for the number. Past messages keep naming it. Throws `number_not_found`. */
export async function takeNumberAway(
  tx: Transaction,
  { notifications }: Pick<Context, 'notifications'>,
  id: number,
): Promise<ChangedNumber> {
  await lockPool(tx)
  await held(tx, id)
  const row = found(await setRemoved(tx, id, tx.now()), id)
  const failed = await failQueuedOn(tx, id, null, numberTaken)
  tx.afterCommit(() => notifications.notify(queueChannel))
  return { ...toOperatorNumber(row, tx.now()), failed }
}

function found(row: NumberRow | undefined, numberId: number): NumberRow {
  if (!row) throw new SmsRefusal('number_not_found', { numberId })
  return row
}

const held = async (tx: Transaction, id: number): Promise<NumberRow> => found(await lockNumber(tx, id), id)

/** These have a transaction of their own. */
export const putOnline = (context: Context, id: number, online: boolean): Promise<OperatorNumber> =>
  changeAlone(context, id, { online })

export const setSendRate = (
  context: Context,
  id: number,
  sendRate: SendRateChange,
): Promise<OperatorNumber> => changeAlone(context, id, { sendRate })

export const assignNumber = (
  context: Context,
  id: number,
  assignment: Assignment,
): Promise<OperatorNumber & Replaced> => changeAlone(context, id, { assignment })

const changeAlone = (context: Context, id: number, change: NumberChange): Promise<ChangedNumber> =>
  context.database.transaction((tx) => changeNumber(tx, context, id, change))

export const removeNumber = (context: Context, id: number): Promise<ChangedNumber> =>
  context.database.transaction((tx) => takeNumberAway(tx, context, id))
