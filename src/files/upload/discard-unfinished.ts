import type { Transaction } from '../../platform/database/database.ts'
import { deleteAllUnpublished } from '../blob/store.ts'
import { releaseAllReserved } from '../usage/store.ts'
import { deleteAllUploads } from './store.ts'

/** Ends all uploads of a restored backup, which has none of their bytes. */
export async function discardUnfinished(tx: Transaction): Promise<void> {
  await deleteAllUploads(tx)
  await deleteAllUnpublished(tx)
  await releaseAllReserved(tx)
}
