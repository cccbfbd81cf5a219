import type { Context } from '../api/context.ts'
import { findDemo, isUntouched } from '../identity/demo/store.ts'
import { OperatorError } from '../platform/operator-error.ts'
import { holdsData } from './content-store.ts'

const refusal =
  'This installation has data, and --demo is for a new one. Start it without --demo, or choose another directory with --data.'

/** Whether the demo is to be filled; false if it is there. Throws OperatorError on an installation with other data. */
export async function requireRoomForDemo({ database }: Pick<Context, 'database'>): Promise<boolean> {
  const demo = await findDemo(database)
  if (demo) return demo.filled_at === null
  if (!(await isUntouched(database)) || (await holdsData(database))) throw new OperatorError(refusal)
  return true
}
