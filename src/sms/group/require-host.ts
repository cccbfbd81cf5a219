import type { Transaction } from '../../platform/database/database.ts'
import { usableById } from '../number/store.ts'
import { problem } from '../problems.ts'

/** Throws `no_number` unless the number is dedicated to the account, and the one that the key is bound to, if any. */
export async function requireHost(
  tx: Transaction,
  workspaceId: number,
  numberId: number,
  boundTo: number | null,
): Promise<void> {
  const number = await usableById(tx, workspaceId, numberId)
  if (number?.workspace_id === workspaceId && (boundTo === null || boundTo === numberId)) return
  throw problem.no_number({ message: 'Groups need a number that is dedicated to this account.' })
}
