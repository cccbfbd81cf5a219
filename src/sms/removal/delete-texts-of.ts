import type { Context } from '../../api/context.ts'
import { lockAccount } from '../account/store.ts'
import type { CutOffContext } from '../carrier/carrier.ts'
import { cutOffDevice } from '../inventory/change-number.ts'
import { isSimulated } from '../inventory/pool.ts'
import type { CarrierName } from '../number/model.ts'
import {
  dedicatedNumbers,
  deleteAccount,
  deleteContacts,
  deleteGroups,
  deleteMarksOf,
  deleteSimulatedNumber,
  deleteTexts,
  releaseNumber,
} from './store.ts'

const batch = 500

/**
 * Everything that the SMS service has of a workspace, except for the ledger of usage, which nobody can change. Simulated
 * numbers go with it; real ones are then dedicated to nobody. Another run finishes what a crash interrupts.
 */
export async function deleteTextsOf(
  { database, ...context }: Pick<Context, 'database'> & CutOffContext,
  workspaceId: number,
): Promise<void> {
  // First what texts arrive by, so that no new ones do.
  await database.transaction(async (tx) => {
    await deleteGroups(tx, workspaceId)
    for (const { id, carrier, shared } of await dedicatedNumbers(tx, workspaceId))
      if (isSimulated(carrier as CarrierName) && !shared) await deleteSimulatedNumber(tx, id)
      else {
        await releaseNumber(tx, id)
        await cutOffDevice(tx, context, { id, carrier: carrier as CarrierName })
      }
    await deleteContacts(tx, workspaceId)
  })
  for (;;) {
    const deleted = await database.transaction((tx) => deleteTexts(tx, workspaceId, batch))
    if (deleted > 0) continue
    const done = await database.transaction(async (tx) => {
      await lockAccount(tx, workspaceId)
      if ((await deleteTexts(tx, workspaceId, batch)) > 0) return false
      await deleteAccount(tx, workspaceId)
      return true
    })
    if (done) return
  }
}

/** How far the person has read, in workspaces that stay. */
export const forgetPersonInTexts = (
  { database }: Pick<Context, 'database'>,
  userId: number,
): Promise<unknown> => deleteMarksOf(database, userId)
