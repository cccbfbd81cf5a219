import type { z } from 'zod'
import type { ListedApproval } from '../../identity/approval/store.ts'
import type { ProvisioningAccess } from './model.ts'

const text = (at: Date | null | undefined): string | null => at?.toISOString() ?? null

export const toAccess = (
  approval: Omit<ListedApproval, 'user_id' | 'email'> | undefined,
): z.input<typeof ProvisioningAccess> => ({
  state: approval?.state ?? 'none',
  company: approval?.company ?? null,
  purpose: approval?.purpose ?? null,
  monthly_accounts: approval?.monthly_accounts ?? null,
  requested_at: text(approval?.requested_at),
  approved_at: text(approval?.approved_at),
  declined_at: text(approval?.declined_at),
  revoked_at: text(approval?.revoked_at),
})
