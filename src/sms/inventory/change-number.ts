import type { Context } from '../../api/context.ts'
import type { Transaction } from '../../platform/database/database.ts'
import { findCarrier } from '../carriers.ts'
import { queueChannel } from '../lanes.ts'
import { failQueuedOn } from '../message/end-store.ts'
import type { NumberRow } from '../number/model.ts'
import {
  noSuchNumber,
  type OperatorNumber,
  requireNumber,
  toOperatorNumber,
} from '../number/operator-numbers.ts'
import type { SendRateChange } from '../number/send-rate.ts'
import { lockNumber, setOnline, setRemoved, setWorkspace, writeSendRate } from '../number/store.ts'
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

/** `numbers online ID yes|no`. A device that connects does not put a number online that the operator took offline. */
export const putOnline = (context: Context, id: number, online: boolean): Promise<OperatorNumber> =>
  change(context, id, async (tx) => {
    const { carrier } = await requireNumber(tx, id)
    await findCarrier(carrier)?.switchOnline(tx, id, online)
    return setOnline(tx, id, online, tx.now())
  })

/** `numbers pace`. What is omitted stays. */
export const setSendRate = (context: Context, id: number, rate: SendRateChange): Promise<OperatorNumber> =>
  change(context, id, (tx) => writeSendRate(tx, id, rate, context.clock.now()))

/** `numbers assign`. Fails what another account has queued for the number. */
export async function assignNumber(
  context: Context,
  id: number,
  assignment: Assignment,
): Promise<OperatorNumber & Replaced> {
  let replaced: Replaced = {}
  const number = await change(context, id, async (tx) => {
    const { carrier } = await requireNumber(tx, id)
    replaced = await makeRoomFor(tx, isSimulated(carrier), assignment)
    if (!(await lockNumber(tx, id))) return undefined
    const row = await setWorkspace(tx, id, workspaceOf(assignment)).catch(refuseMixing)
    if (row && row.workspace_id !== null) await failQueuedOn(tx, id, row.workspace_id, numberTaken)
    return row
  })
  return { ...number, ...replaced }
}

/** `numbers remove`. Fails what is queued for the number. Past messages keep naming the removed number. */
export const removeNumber = (context: Context, id: number): Promise<OperatorNumber> =>
  change(context, id, async (tx) => {
    await lockPool(tx)
    if (!(await lockNumber(tx, id))) return undefined
    const row = await setRemoved(tx, id, context.clock.now())
    await failQueuedOn(tx, id, null, numberTaken)
    return row
  })

async function change(
  { database, clock, notifications }: Context,
  id: number,
  write: (tx: Transaction) => Promise<NumberRow | undefined>,
): Promise<OperatorNumber> {
  const row = await database.transaction(write)
  if (!row) throw noSuchNumber(id)
  notifications.notify(queueChannel)
  return toOperatorNumber(row, clock.now())
}
