import { isOperator, lockOperators } from '../../identity/operator/store.ts'
import type { PrincipalOf } from '../../identity/principal.ts'
import { holdSession } from '../../identity/session/hold-session.ts'
import type { Transaction } from '../../platform/database/database.ts'
import { problem } from '../problems.ts'

/** Until the transaction ends. Throws `session_ended` and `operator_required` for a person who stopped being an operator. */
export async function holdOperator(
  tx: Transaction,
  principal: PrincipalOf<'person' | 'session'>,
): Promise<void> {
  await lockOperators(tx)
  await holdSession(tx, principal)
  if (!(await isOperator(tx, principal.userId))) throw problem.operator_required()
}
