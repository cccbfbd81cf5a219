import { z } from 'zod'
import { instant } from '../../../api/field.ts'
import type { NamedApproval } from '../../../identity/approval/list-store.ts'

const when = () => instant().nullable()

export const OperatorRequest = z
  .object({
    user_id: z.int(),
    email: z.string(),
    first_name: z.string(),
    last_name: z.string(),
    state: z.enum(['requested', 'approved', 'declined', 'revoked']),
    company: z.string().nullable(),
    purpose: z.string().nullable(),
    monthly_accounts: z.int().nullable(),
    requested_at: when(),
    approved_at: when(),
    declined_at: when(),
    revoked_at: when(),
  })
  .meta({ id: 'OperatorProvisioningRequest' })

const text = (at: Date | null): string | null => at?.toISOString() ?? null

export const toRequest = (row: NamedApproval): z.input<typeof OperatorRequest> => ({
  ...row,
  requested_at: text(row.requested_at),
  approved_at: text(row.approved_at),
  declined_at: text(row.declined_at),
  revoked_at: text(row.revoked_at),
})
