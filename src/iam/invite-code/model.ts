import { z } from 'zod'
import type { UnusedCode } from '../../identity/invitation/code-store.ts'
import { plainInstant } from '../../api/field.ts'
import { plainTime } from '../../platform/clock.ts'

/** docs/api/iam.md#invite-codes */
export const InviteCode = z
  .object({
    code: z.string(),
    link: z.string().describe('the page on which a person joins'),
    single_use: z.literal(true),
    created_at: plainInstant(),
  })
  .meta({ id: 'InviteCode' })

/** `filesOrigin` is where the pages are. */
export const toInviteCode = (row: UnusedCode, filesOrigin: string): z.input<typeof InviteCode> => ({
  code: row.code,
  link: `${filesOrigin}/join/${row.code}`,
  single_use: true,
  created_at: plainTime(row.created_at),
})
