import type { PrincipalOf } from '../identity/principal.ts'
import { problem } from './problems.ts'

export function adminsOnly({ role }: PrincipalOf<'session'>): void {
  if (role === 'member') throw problem.not_admin({ details: { role, required: ['admin', 'owner'] } })
}

export function operatorsOnly({ operator }: PrincipalOf<'person'>): void {
  if (!operator) throw problem.operator_required()
}
