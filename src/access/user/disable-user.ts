import type { Context } from '../../api/context.ts'
import { OperatorError } from '../../platform/operator-error.ts'
import { settleMsMax } from '../settle.ts'
import { writeDisabled } from './store.ts'

/** Stops or lets go on everything the person's keys do; in force in every process when it returns. */
export async function setUserDisabled(context: Context, id: number, disabled: boolean): Promise<void> {
  const touched = await writeDisabled(context.database, id, disabled ? context.clock.now() : null)
  if (touched === 0) throw new OperatorError(`There is no user ${id}.`)
  await context.signals.settled(settleMsMax)
}
