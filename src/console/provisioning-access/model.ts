import { z } from 'zod'
import { instant } from '../../api/field.ts'

const when = () => instant().nullable()

export const ProvisioningAccess = z
  .object({
    state: z.enum(['none', 'requested', 'approved', 'declined', 'revoked']),
    company: z.string().nullable(),
    purpose: z.string().nullable(),
    monthly_accounts: z.int().nullable(),
    requested_at: when(),
    approved_at: when(),
    declined_at: when(),
    revoked_at: when(),
  })
  .meta({ id: 'ProvisioningAccess' })
