import { sqlState } from '../../platform/database/connection.ts'

/** Serialization failure, deadlock, lock timeout, statement timeout. */
const passingStates: ReadonlySet<string> = new Set(['40001', '40P01', '55P03', '57014'])

/** Out of memory, connections or disk. */
const exhaustedClass = '53'

export function refusedByDatabase(error: unknown): boolean {
  const state = sqlState(error)
  return state !== undefined && (passingStates.has(state) || state.startsWith(exhaustedClass))
}
