import { requireRole } from '../../identity/member/require-role.ts'
import type { PrincipalOf } from '../../identity/principal.ts'
import type { Transaction } from '../../platform/database/database.ts'
import { usableById } from '../../sms/number/store.ts'
import { problem } from '../problems.ts'

/**
 * Holds a number whose phone the caller may connect: it stays theirs until commit. Throws `number_not_found`,
 * `not_your_number`, `not_admin`, and `number_without_phone`.
 */
export async function holdOwn(tx: Transaction, principal: PrincipalOf<'session'>, id: number): Promise<void> {
  const number = await usableById(tx, principal.workspaceId, id)
  if (!number) throw problem.number_not_found()
  if (number.workspace_id === null) throw problem.not_your_number()
  await requireRole(tx, principal, 'admin')
  if (number.carrier !== 'android') throw problem.number_without_phone()
}
