import type { Context } from '../../api/context.ts'
import { OperatorError } from '../../platform/operator-error.ts'
import { type HandoffRow, handoffsOf, messageOfAny, type OperatorMessageRow } from './history-store.ts'

/** Without the text, which the operator does not see. */
export interface OperatorMessage extends OperatorMessageRow {
  readonly history: readonly HandoffRow[]
}

/** `messages show`. Throws `OperatorError`. */
export async function showMessage({ database }: Context, id: number): Promise<OperatorMessage> {
  const message = await messageOfAny(database, id)
  if (!message) throw new OperatorError(`Message ${id} does not exist.`)
  return { ...message, history: await handoffsOf(database, id) }
}
