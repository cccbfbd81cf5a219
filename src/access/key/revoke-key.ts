import type { Context } from '../../api/context.ts'
import { OperatorError } from '../../platform/operator-error.ts'
import { settleMsMax } from '../settle.ts'
import { keyExists, markRevoked } from './store.ts'

/** Revokes a key; every process refuses it before this returns. Revoking once more changes nothing. */
export async function revokeKey(context: Context, id: number): Promise<void> {
  const touched = await markRevoked(context.database, id, context.clock.now())
  if (touched === 0 && !(await keyExists(context.database, id)))
    throw new OperatorError(`There is no key ${id}.`)
  await context.signals.settled(settleMsMax)
}
