import type { PrincipalOf } from '../identity/principal.ts'
import { problem } from './problems.ts'

export function adminsOnly({ role }: PrincipalOf<'session'>): void {
  if (role === 'member') throw problem.not_admin({ details: { role, required: ['admin', 'owner'] } })
}

export function ownerOnly({ role }: PrincipalOf<'session'>): void {
  if (role !== 'owner') throw problem.owner_required({ details: { role, required: ['owner'] } })
}

export function operatorsOnly({ operator }: PrincipalOf<'person'>): void {
  if (!operator) throw problem.operator_required()
}
