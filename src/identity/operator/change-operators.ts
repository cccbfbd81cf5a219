import { audit, type AuditOrigin } from '../audit/audit.ts'
import type { RightsTransaction } from '../in-force.ts'
import { IdentityRefusal } from '../refusal.ts'
import { hasOtherOperator, holdOperator, lockOperators, writeOperator } from './store.ts'

/** An operator in the web app. On the command line, all fields are missing. */
export interface ActingOperator extends AuditOrigin {
  readonly userId?: number
}

/** Resolves with false when they are an operator already. Throws `user_not_found` and `user_disabled`. */
export async function makeOperator(
  tx: RightsTransaction,
  userId: number,
  by: ActingOperator,
): Promise<boolean> {
  await lockOperators(tx)
  const person = await holdOperator(tx, userId)
  if (!person) throw new IdentityRefusal('user_not_found', { userId })
  if (person.disabled) throw new IdentityRefusal('user_disabled', { userId })
  if (person.operator) return false
  await writeOperator(tx, userId, tx.now())
  await auditChange(tx, 'operator.add', userId, by)
  return true
}

/** Resolves with false when they are not an operator. Throws `user_not_found` and `last_operator`. */
export async function endOperator(
  tx: RightsTransaction,
  userId: number,
  by: ActingOperator,
): Promise<boolean> {
  await requireOtherOperator(tx, userId)
  const person = await holdOperator(tx, userId)
  if (!person) throw new IdentityRefusal('user_not_found', { userId })
  if (!person.operator) return false
  await writeOperator(tx, userId, null)
  await auditChange(tx, 'operator.remove', userId, by)
  return true
}

/** Until the transaction ends. Throws `last_operator` for the last enabled operator. */
export async function requireOtherOperator(tx: RightsTransaction, userId: number): Promise<void> {
  await lockOperators(tx)
  const person = await holdOperator(tx, userId)
  if (person?.operator && !person.disabled && !(await hasOtherOperator(tx, userId)))
    throw new IdentityRefusal('last_operator', { userId })
}

const auditChange = (
  tx: RightsTransaction,
  action: 'operator.add' | 'operator.remove',
  userId: number,
  by: ActingOperator,
): Promise<unknown> =>
  audit(tx, tx.now(), { ...by, actor: 'operator', action, target: `user:${userId}`, outcome: 'ok' })
