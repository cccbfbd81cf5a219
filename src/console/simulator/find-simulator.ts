import { isOperator } from '../../identity/operator/store.ts'
import type { PrincipalOf } from '../../identity/principal.ts'
import type { Queryable } from '../../platform/database/database.ts'
import { type SimulatorRow, usableSimulators } from '../../sms/carrier/simulator/person-store.ts'
import { problem } from '../problems.ts'

/** Throws `number_not_found` for real numbers and those of other workspaces. */
export async function findSimulator(
  database: Queryable,
  workspaceId: number,
  id: number,
): Promise<SimulatorRow> {
  const [row] = await usableSimulators(database, workspaceId, { id, countMax: 1 })
  if (!row) throw problem.number_not_found()
  return row
}

/** A number of the pool carries everybody's texts, so only operators change it. */
export const changesOf = async (
  database: Queryable,
  { userId, role }: PrincipalOf<'session'>,
): Promise<{ readonly own: boolean; readonly pool: boolean }> => ({
  own: role !== 'member',
  pool: await isOperator(database, userId),
})
