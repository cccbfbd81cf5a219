import { sqlState } from '../../platform/database/connection.ts'

/** Lost against others again and again, waited too long for a lock, or ran longer than a statement may. */
const passingStates: ReadonlySet<string> = new Set(['40001', '40P01', '55P03', '57014'])

/** SQLSTATEs of this class: the database has no memory, connections or disk left. */
const exhaustedClass = '53'

/** Whether the database refused a change that would be legal: it can be tried again. */
export function refusedByDatabase(error: unknown): boolean {
  const state = sqlState(error)
  return state !== undefined && (passingStates.has(state) || state.startsWith(exhaustedClass))
}
